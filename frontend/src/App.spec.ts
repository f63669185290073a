import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import App from './App.vue'
import { i18n } from './i18n'
import { liveKey, startLive, type Live } from './live/live'
import { dashboardRouter } from './router'
import { RecordedFeed } from './testing/recorded-feed'
import { aProblem } from './testing/problems'
import { aGpu, aSnapshot, aSource } from './testing/snapshots'

const STATUS = {
  checks: [{ name: 'module', title: 'Kernel module nvidia', outcome: 'FAILED', detail: 'not loaded' }],
  steps: [{ title: 'Load the driver', command: 'sudo modprobe nvidia' }],
}

describe('the dashboard', () => {
  let feed: RecordedFeed
  let live: Live
  let page: VueWrapper

  beforeEach(async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(STATUS)))
    feed = new RecordedFeed()
    live = startLive(feed)
    const router = dashboardRouter()
    await router.push('/GPU-Utilization')
    page = mount(App, { global: { plugins: [router, i18n], provide: { [liveKey as symbol]: live } } })
  })

  afterEach(() => {
    page.unmount()
    live.stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  async function pass(millis: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(millis)
    await flushPromises()
  }

  const rows = () => page.findAll('.lanes [role=rowheader]').map((row) => row.text())
  const now = () => page.findAll('.lane .now data').map((data) => data.attributes('value'))

  it('shows a row for all GPUs and one for each', async () => {
    feed.play(aSnapshot(1))
    await pass(600)

    expect(rows()).toEqual([
      'All GPUsmean and spread',
      expect.stringContaining('H100 80GB HBM3'),
      expect.stringContaining('H100 80GB HBM3'),
    ])
    expect(now()).toEqual(['15', '10', '20'])
  })

  it('lets GPUs come and go', async () => {
    feed.play(aSnapshot(1))
    await pass(600)
    feed.play(aSnapshot(2, { gpus: [aGpu(0), aGpu(1), aGpu(2)] }))
    await pass(600)
    expect(rows()).toHaveLength(4)

    feed.play(aSnapshot(3, { gpus: [aGpu(1)] }))
    await pass(600)
    expect(rows()).toHaveLength(1)
  })

  it('says of a lost GPU what happened, in one sentence and without a number', async () => {
    const lost = aGpu(1, { state: 'LOST', stateDetail: 'It fell off the bus.', values: {} })
    feed.play(aSnapshot(1, { gpus: [aGpu(0), lost] }))
    await pass(600)

    expect(page.get('.troubled').text()).toMatch(/GPU is lost.*It fell off the bus\..*since/)
    expect(page.get('.troubled').find('data').exists()).toBe(false)
    expect(rows()[0]).toContain('mean and spread of 1 of 2')
  })

  it('stands still while paused and jumps to now when resumed', async () => {
    feed.play(aSnapshot(1, { gpus: [aGpu(0)] }))
    await pass(600)
    live.togglePause()
    feed.play(aSnapshot(2, { gpus: [aGpu(0, { values: { 'utilization.gpu': 90 } })] }))
    await pass(600)
    expect(now()).toEqual(['10'])

    live.togglePause()
    await pass(600)
    expect(now()).toEqual(['50'])
  })

  it('labels simulated data, even after its banner was sent away', async () => {
    feed.play(aSnapshot(1, { source: aSource({ kind: 'DEMO', simulated: true }) }))
    await pass(600)
    expect(page.get('.banner').text()).toContain('Demo data.')

    await page.findAll('.banner .link')[1]?.trigger('click')
    expect(page.find('.banner').exists()).toBe(false)
    expect(page.get('.chip').text()).toContain('Demo')
  })

  it('counts down while it reconnects, and speaks up only when it lasts', async () => {
    feed.play(aSnapshot(1))
    await pass(600)
    feed.link({ kind: 'waiting', attempt: 3, retryInMillis: 8000 })
    await pass(2000)
    expect(page.get('.chip').text()).toMatch(/Reconnecting.*retry 3 in [67]\u202fs/)
    expect(page.find('.banner').exists()).toBe(false)

    await pass(4000)
    expect(page.get('.banner').text()).toContain('Connection lost')
    await page.get('.banner .link:not(a)').trigger('click')
    expect(feed.retries).toBe(1)
  })

  it('says at once that the server refuses, in its words, and where to sign in', async () => {
    feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 60_000 })
    feed.problem(aProblem({ kind: 'unauthorised', status: 401, detail: '' }))
    await pass(10)

    expect(page.get('.chip').text()).toBe('Not signed in')
    expect(page.get('.banner').text()).toContain('No access. Sign in to continue.')
    expect(page.get('.banner a').attributes('href')).toBe('login?continue=GPU-Utilization')
    await page.get('.banner .link:not(a)').trigger('click')
    expect(feed.retries).toBe(1)
  })

  it.each([
    [aProblem(), 'gpulse cannot send data right now. All places are taken.'],
    [aProblem({ kind: 'unexpected', status: 200, detail: 'text/html' }), 'another sign-in page returned text/html'],
    [aProblem({ kind: 'malformed', status: 200, detail: '' }), 'could not be read'],
  ])('says what came in place of snapshots: $kind', async (problem, words) => {
    feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 1000 })
    feed.problem(problem)
    await pass(10)
    expect(page.get('.banner').text()).toContain(words)
    expect(page.get('.chip').text()).toContain('Reconnecting')

    feed.play(aSnapshot(1))
    await pass(600)
    expect(page.find('.banner').exists()).toBe(false)
    expect(page.get('.chip').text()).toContain('Live')
  })

  it('calls values stale when none arrive, by its own clock and not by the time they bear', async () => {
    feed.play(aSnapshot(1))
    await pass(2000)
    expect(page.get('.chip').classes()).toContain('live')

    await pass(12_000)
    expect(page.get('.chip').classes()).toContain('stale')
    expect(page.findAll('.lane .now .stale').length).toBe(3)
    expect(page.get('.banner').text()).toContain('Values are 1')
  })

  it('says why there is no GPU and what to do', async () => {
    feed.play(aSnapshot(1, { gpus: [], source: aSource({ kind: 'NONE', reason: 'The NVIDIA driver is not loaded' }) }))
    await pass(600)

    expect(page.get('h1').text()).toBe('No GPU found: the NVIDIA driver is not loaded')
    expect(page.text()).toContain('Kernel module nvidianot loaded')
    expect(page.get('code').text()).toBe('sudo modprobe nvidia')
  })

  it('lists exactly the keys that work', async () => {
    feed.play(aSnapshot(1))
    await pass(600)

    const keys = page.findAll('dialog kbd').map((key) => key.text())
    const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
    expect(keys.sort()).toEqual([...digits, '?', 'E', 'Esc', 'G 0', 'I', 'P', 'Q', 'Space', 'T', '[ ]', '← →'])
  })
})
