import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Gpu } from '@/api/types'
import App from '@/App.vue'
import { i18n } from '@/i18n'
import { liveKey, startLive, type Live } from '@/live/live'
import { dashboardRouter } from '@/router'
import { aProcess } from '@/testing/moments'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'

const GIB = 2 ** 30
const LIMITS = { 'memory.total': 80 * GIB, 'enforced.power.limit': 700, 'power.default_limit': 700 }

function worker(index: number, changes: Partial<Gpu> = {}): Gpu {
  return aGpu(index, {
    busySince: new Date(START).toISOString(),
    values: {
      'utilization.gpu': 50,
      'memory.used': 40 * GIB,
      'memory.free': 39 * GIB,
      'temperature.gpu': 60 + index,
      'temperature.memory': 70,
      'power.draw': 350,
      'clocks.current.sm': 1980,
      'clocks_event_reasons.active': 0,
      'processes.running': 1,
    },
    processes: [aProcess(100 + index, 'mchen', 'train.py')],
    ...changes,
  })
}

describe('the overview', () => {
  let feed: RecordedFeed
  let live: Live
  let page: VueWrapper

  beforeEach(async () => {
    vi.useFakeTimers()
    // Narrower, the table leaves out its links.
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
    feed = new RecordedFeed()
    live = startLive(feed)
    const router = dashboardRouter()
    await router.push('/')
    page = mount(App, { global: { plugins: [router, i18n], provide: { [liveKey as symbol]: live } } })
  })

  afterEach(() => {
    page.unmount()
    live.stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  async function show(gpus: Gpu[], second = 1): Promise<void> {
    feed.recordedLimits = aSnapshot(0, { gpus: gpus.map((gpu) => ({ ...gpu, values: LIMITS })) })
    feed.play(aSnapshot(second, { gpus }))
    await vi.advanceTimersByTimeAsync(600)
    await flushPromises()
  }

  /** The words of an element, those of each part apart from those of the next. */
  const words = (element: { html: () => string } | undefined) =>
    (element?.html() ?? '').replace(/<[^>]+>/g, ' ').replace(/[\s\u202f]+/g, ' ').trim()
  const cell = (label: string) => {
    const found = page.findAll('.strip .cell').find((each) => each.get('.label').text() === label)
    return words(found)
  }
  const row = (index: number) => page.findAll('.gpus tbody tr:not(.told)')[index]
  const said = (index: number, column: string) => words(row(index)?.get(`.c-${column}`))

  it('shows the same grid before it knows anything', async () => {
    await vi.advanceTimersByTimeAsync(200)

    expect(page.get('[aria-busy]').findAll('.strip .label').map((label) => label.text())).toContain('Hottest')
    expect(page.findAll('[aria-busy] thead th')).toHaveLength(9)
    expect(page.find('data').exists()).toBe(false)
  })

  it('has a row for each GPU, with its user', async () => {
    await show([worker(0), worker(1)])

    expect(page.findAll('.gpus tbody tr')).toHaveLength(2)
    expect(said(1, 'id')).toContain('1')
    expect(said(0, 'util')).toBe('50 %')
    expect(said(0, 'mem')).toBe('40.0 / 80.0 GiB 50 %')
    expect(said(1, 'temp')).toBe('61 °C mem 70')
    expect(said(0, 'power')).toBe('350 / 700 W')
    expect(said(0, 'clock')).toBe('1 980 MHz full speed')
    expect(said(0, 'proc')).toBe('train.py mchen')
  })

  it('says in its strip which GPU is idle, which is hot and who uses them', async () => {
    const idle = worker(1, { busySince: null, idleSince: new Date(START - 60_000).toISOString(), processes: [] })
    await show([worker(0), { ...idle, values: { ...idle.values, 'utilization.gpu': 0 } }, worker(2)])

    expect(cell('Busy')).toContain('2 of 3')
    expect(cell('Busy')).toContain('idle: GPU 1, holding 40 GiB')
    expect(cell('Memory')).toBe('Memory 120 GiB of 240 GiB, 117 GiB free')
    expect(cell('Power')).toBe('Power 1.05 kW limit 2.1 kW')
    expect(cell('Hottest')).toBe('Hottest 62 °C GPU 2 · memory 70 °C')
    expect(cell('Users and their GPUs')).toContain('mchen 0, 2')
    expect(page.findAll('.marks .ok')).toHaveLength(3)
  })

  it('keeps the last values of a lost GPU as such, in one sentence says why, and leaves it out of every sum', async () => {
    await show([worker(0), worker(1)])
    await show([worker(0), worker(1, { state: 'LOST', stateDetail: 'It fell off the bus.', values: {}, processes: [] })], 2)

    expect(words(page.get('.told'))).toMatch(/GPU is lost It fell off the bus\. since [\d:]{8} last sampled [\d:]{8}/)
    expect(words(row(1))).toMatch(/^GPU 1 H100 80GB HBM3 2b:00.0 50 %.* 40.0 .* 61 °C .* 350 .*1 980 MHz/)
    expect(row(1)?.find('data').exists()).toBe(false)
    expect(said(1, 'proc')).toBe('train.py mchen, last seen')
    expect(words(page.get('.banner b'))).toBe('GPU 1 is lost.')
    expect(page.find('.attention').exists()).toBe(false)
    expect(cell('Memory')).toContain('40 GiB of 80 GiB · 1 not read')
    expect(cell('GPUs')).toContain('1 needs attention')
  })

  it('is one sentence across the row of a lost GPU of which nothing is remembered', async () => {
    await show([worker(0), worker(1, { state: 'LOST', stateDetail: 'It fell off the bus.', values: {}, processes: [] })])

    expect(words(row(1))).toMatch(/GPU is lost It fell off the bus\. since/)
    expect(page.find('.told').exists()).toBe(false)
  })

  it('names all GPUs that cannot be read in one sentence, the worst first', async () => {
    const ill = (index: number, state: Gpu['state']) => worker(index, { state, values: {}, processes: [] })
    await show([ill(0, 'STUCK'), ill(1, 'LOST'), worker(2), ill(3, 'LOST'), ill(4, 'RESET_REQUIRED')])

    expect(words(page.get('.banner'))).toBe('GPUs 1, 3 are lost; GPU 4 needs a reset; GPU 0 is not responding.')
    expect(page.get('.banner').classes()).toContain('crit')
  })

  it('shows no number where there is none', async () => {
    const gpu = worker(0, {
      values: { 'utilization.gpu': 50 },
      absent: {
        'memory.used': 'NO_PERMISSION',
        'temperature.gpu': 'ERROR',
        'power.draw': 'NOT_SUPPORTED',
        'processes.running': 'HIDDEN',
      },
      processes: [],
    })
    await show([gpu, worker(1)])

    expect(said(0, 'mem')).toBe('no access')
    expect(said(0, 'temp')).toContain('error')
    expect(said(0, 'power')).toBe('– not supported')
    expect(said(0, 'proc')).toBe('no access')
    expect(said(0, 'link')).toBe('… no sample yet')
    expect(row(0)?.findAll('data')).toHaveLength(1)
  })

  it('leaves out a column that no GPU supports', async () => {
    const { 'temperature.gpu': none, ...values } = worker(0).values
    expect(none).toBe(60)
    await show([worker(0, { values, absent: { 'temperature.gpu': 'NOT_SUPPORTED' } })])

    expect(page.text()).not.toContain('Temp.')
    expect(page.find('.c-temp').exists()).toBe(false)
  })

  it('tells the age of a stale GPU once in its row', async () => {
    await show([worker(0, { sampledAt: new Date(START - 13_000).toISOString() })])

    expect(row(0)?.findAll('.age')).toHaveLength(1)
    expect(said(0, 'util')).toContain('14 s')
    expect(row(0)?.find('data[value="50"]').exists()).toBe(false)
  })

  it('says for how long a GPU has been idle, and whose it is', async () => {
    await show([worker(0, { busySince: null, idleSince: new Date(START - 41 * 60_000).toISOString() })])

    expect(said(0, 'proc')).toBe('train.py mchen idle 41 min')
    expect(row(0)?.get('.warned').text()).toContain('idle')
    expect(words(page.get('.attention'))).toBe('GPU 0 holds 40 GiB but has been idle for 41 min')
  })

  it('says nobody only where nobody was counted', async () => {
    const free = worker(0, { processes: [] })
    await show([{ ...free, values: { ...free.values, 'processes.running': 0 } }])

    expect(said(0, 'proc')).toBe('no process')
    expect(cell('Users and their GPUs')).toContain('no process')
  })

  it('draws the last minutes of a single GPU, and of none among many', async () => {
    await show([worker(0), worker(1)])
    expect(page.findAll('.solo')).toHaveLength(0)

    await show([worker(0)], 2)
    await vi.dynamicImportSettled()
    await flushPromises()
    expect(page.findAll('.solo h2').map((title) => title.text())).toEqual([
      'Utilization, %',
      'Memory, GiB',
      'Power, W',
      'Temperature, °C',
    ])
  })
})
