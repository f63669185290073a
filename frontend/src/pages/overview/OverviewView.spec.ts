import { within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { Dashboard } from '@/testing/dashboard'
import { aProcess } from '@/testing/moments'
import { attention, gpuRow, gpuRows } from '@/testing/overview-queries'
import { aGpu, aSnapshot, lastOf, START } from '@/testing/snapshots'
import { cellOf } from '@/testing/tables'
import { currentValues } from '@/testing/values'

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
  let page: Dashboard

  beforeEach(async () => {
    page = await Dashboard.open('/', { seconds: 0 })
  })

  async function show(gpus: Gpu[], second = 1): Promise<void> {
    page.feed.recordedLimits = aSnapshot(0, { gpus: gpus.map((gpu) => ({ ...gpu, values: LIMITS })) })
    page.feed.play(aSnapshot(second, { gpus }))
    await page.pass(600)
  }

  /** Text of an element with a blank between its parts. */
  const words = (element: Element | undefined) =>
    (element?.outerHTML ?? '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/[\s\u202f]+/g, ' ')
      .trim()
  const cell = (label: string) => words(page.get.getAllByTestId('cell').find((each) => words(each).startsWith(label)))
  const row = (index: number) => gpuRow(page, index)
  const said = (index: number, header: string) => words(cellOf(row(index), header))

  it('shows the same grid before the first snapshot', () => {
    const waiting = within(page.get.getByRole('main'))

    expect(waiting.getAllByTestId('cell').map(words)).toContain('Hottest')
    expect(waiting.getAllByRole('columnheader')).toHaveLength(9)
    expect(waiting.queryByRole('rowheader')).toBeNull()
    expect(currentValues()).toEqual([])
  })

  it('has a row for each GPU, with its user', async () => {
    await show([worker(0), worker(1)])

    expect(gpuRows(page)).toHaveLength(2)
    expect(said(1, 'GPU')).toContain('1')
    expect(said(0, 'Utilization')).toBe('50 %')
    expect(said(0, 'Memory')).toBe('40.0 / 80.0 GiB 50 %')
    expect(said(1, 'Temp.')).toBe('61 °C mem 70')
    expect(said(0, 'Power')).toBe('350 / 700 W')
    expect(said(0, 'Clock')).toBe('1 980 MHz full speed')
    expect(said(0, 'Top process')).toBe('train.py mchen')
  })

  it('names the free GPU and the hottest GPU in its summary', async () => {
    const idle = worker(1, { busySince: null, idleSince: new Date(START - 60_000).toISOString(), processes: [] })
    await show([worker(0), { ...idle, values: { ...idle.values, 'utilization.gpu': 0 } }, worker(2)])

    expect(cell('Free')).toBe('Free 1 of 3 GPU 1')
    expect(cell('Utilization')).toBe('Utilization 33 % 2 busy · 1 idle')
    expect(cell('Memory')).toBe('Memory 120 GiB of 240 GiB · 117 GiB free')
    expect(cell('Power')).toBe('Power 1.05 kW limit 2.1 kW')
    expect(cell('Hottest')).toBe('Hottest 62 °C GPU 2 · memory 70 °C')
  })

  it('keeps the last values of a lost GPU as outdated ones, states the reason and excludes it from every sum', async () => {
    await show([worker(0), worker(1)])
    await show(
      [
        worker(0),
        worker(1, {
          ...{ state: 'LOST', stateDetail: 'It fell off the bus.', values: {}, processes: [] },
          last: lastOf(worker(1), 1),
        }),
      ],
      2,
    )

    expect(words(row(1))).toMatch(/^GPU 1 H100 80GB HBM3 2b:00.0 50 %.* 40.0 .* Lost since \d\d:\d\d/)
    expect(currentValues(row(1))).toEqual([])
    expect(words(row(1))).toMatch(/train\.py mchen · was on it$/)
    expect(page.get.queryByTestId('banner')).toBeNull()
    expect(attention(page)).toEqual(['GPU 1: Lost'])
    expect(cell('Memory')).toContain('1 of 2 GPUs 40 GiB of 80 GiB')
    expect(cell('Utilization')).toContain('1 of 2 GPUs')
    expect(cell('Free')).toContain('GPU 1 not usable')
  })

  it('keeps what is known of a GPU that was lost before the page was opened', async () => {
    await show([worker(0), worker(1, { state: 'LOST', values: {}, processes: [], last: lastOf(worker(1), 0) })])

    expect(words(row(1))).toMatch(/ 40.0 .* \d\d:\d\d .*Lost/)
    expect(words(row(1))).toMatch(/train\.py mchen · was on it$/)
    expect(currentValues(row(1))).toEqual([])
  })

  it('has one sentence across the row of a lost GPU without earlier values', async () => {
    await show([
      worker(0),
      worker(1, { state: 'LOST', stateDetail: 'It fell off the bus.', values: {}, processes: [] }),
    ])

    expect(words(row(1))).toMatch(/Lost since/)
  })

  it('shows no number for a missing value', async () => {
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

    expect(said(0, 'Memory')).toBe('no access')
    expect(said(0, 'Temp.')).toContain('error')
    expect(said(0, 'Power')).toBe('– not supported')
    expect(said(0, 'Top process')).toBe('no access')
    expect(said(0, 'PCIe')).toBe('… no sample yet')
    expect(currentValues(row(0))).toHaveLength(1)
  })

  it('omits a column that no GPU supports', async () => {
    const { 'temperature.gpu': none, ...values } = worker(0).values
    expect(none).toBe(60)
    await show([worker(0, { values, absent: { 'temperature.gpu': 'NOT_SUPPORTED' } })])

    expect(page.get.queryByRole('columnheader', { name: /^Temp/ })).toBeNull()
    expect(words(row(0))).not.toMatch(/Temp\.|°C/)
  })

  it('shows the age of a stale GPU once in its row', async () => {
    await show([worker(0, { sampledAt: new Date(START - 13_000).toISOString() })])

    // The visible age follows its spoken form.
    expect(words(row(0)).match(/14 s old 14 s/g)).toHaveLength(1)
    expect(said(0, 'Utilization')).toContain('14 s')
    expect(currentValues(row(0)).map((each) => each.getAttribute('value'))).not.toContain('50')
  })

  it('shows the idle time of a GPU, and its user', async () => {
    await show([worker(0, { busySince: null, idleSince: new Date(START - 41 * 60_000).toISOString() })])

    expect(said(0, 'Top process')).toBe('train.py mchen idle 41 min')
    expect(within(row(0)).getByRole('img', { name: 'warning' })).toBeInTheDocument()
    expect(attention(page)).toEqual(['GPU 0 holds 40 GiB but has been idle for 41 min'])
  })

  it.each([
    ['no visible process', 40 * 2 ** 30],
    ['no process', 2 ** 20],
  ])('reports "%s" if the driver counted none', async (text, used) => {
    const gpu = worker(0, { processes: [] })
    await show([{ ...gpu, values: { ...gpu.values, 'processes.running': 0, 'memory.used': used } }])

    expect(said(0, 'Top process')).toBe(text)
    expect(cell('Free')).toBe('Free no 0 processes')
  })

  it('draws the last minutes of a single GPU, and no charts of several', async () => {
    await show([worker(0), worker(1)])
    const titles = () => page.get.getAllByRole('heading', { level: 2 }).map(words)
    expect(titles()).not.toContain('Utilization, %')

    await show([worker(0)], 2)
    await page.settle()
    expect(titles().filter((title) => title.includes(', '))).toEqual([
      'Utilization, %',
      'Memory, GiB',
      'Power, W',
      'Temperature, °C',
    ])
  })
})
