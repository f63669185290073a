import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Gpu } from '@/api/types'
import App from '@/App.vue'
import { i18n } from '@/i18n'
import { liveKey, startLive, type Live } from '@/live/live'
import { dashboardRouter } from '@/router'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aGpu, aSnapshot } from '@/testing/snapshots'

describe('the page of a GPU', () => {
  let feed: RecordedFeed
  let live: Live
  let page: VueWrapper
  let asked: string[]

  beforeEach(async () => {
    vi.useFakeTimers()
    asked = []
    vi.stubGlobal('fetch', (address: URL) => {
      asked.push(address.pathname)
      return Promise.resolve(Response.json(aGpu(1, { facts: { serial: 'S-1' } })))
    })
    feed = new RecordedFeed()
    live = startLive(feed)
    const router = dashboardRouter()
    await router.push('/gpus/1')
    page = mount(App, { global: { plugins: [router, i18n], provide: { [liveKey as symbol]: live } } })
  })

  afterEach(() => {
    page.unmount()
    live.stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  async function show(second: number, gpus: Gpu[]): Promise<void> {
    feed.play(aSnapshot(second, { gpus }))
    await vi.advanceTimersByTimeAsync(600)
    await flushPromises()
  }

  const main = () => page.get('main')

  it('asks for what the stream leaves out, by the UUID', async () => {
    await show(1, [aGpu(0), aGpu(1)])

    expect(main().get('h1').text()).toContain('GPU 1')
    expect(asked.filter((path) => path.includes('/v1/gpus/'))).toEqual([expect.stringMatching(/api\/v1\/gpus\/GPU-1$/)])
    expect(main().get('[data-metric="serial"]').text()).toContain('S-1')
  })

  it('says when the GPU has gone, and where the others are', async () => {
    await show(1, [aGpu(0), aGpu(1)])
    await show(2, [aGpu(0)])

    expect(main().get('h1').text()).toBe('GPU 1 is no longer there')
    expect(main().text()).toMatch(/NVIDIA H100 80GB HBM3 was last seen at/)
    const links = main().findAll('.missing a').map((link) => link.attributes('href'))
    expect(links).toEqual([expect.stringMatching(/\/gpus\/0$/)])

    await show(3, [aGpu(0), aGpu(1)])
    expect(main().get('h1').text()).toContain('NVIDIA H100')
  })

  it('shows of a GPU that was lost before a sentence and its identity, and no number', async () => {
    await show(1, [aGpu(0), aGpu(1, { uuid: 'GPU-unseen', state: 'LOST', stateDetail: 'It fell off the bus.', values: {} })])

    expect(main().get('.trouble').text()).toMatch(/GPU is lost.*It fell off the bus/)
    expect(main().text()).not.toContain('Last sampled')
    expect(main().findAll('.gauge')).toEqual([])
    expect(main().findAll('data')).toEqual([])
    expect(main().get('[data-metric="uuid"]').text()).toContain('GPU-unseen')
    expect(main().find('[data-metric="power.max_limit"]').exists()).toBe(false)
  })

  it('keeps what a GPU told last when it is lost, as of then', async () => {
    await show(1, [aGpu(0), aGpu(1)])
    await show(2, [aGpu(0), aGpu(1)])
    await show(62, [aGpu(0), aGpu(1, { state: 'LOST', stateDetail: 'It fell off the bus.', values: {} })])

    expect(main().get('.trouble').text()).toMatch(/Last sampled \d\d:\d\d:02, 60\ss ago/)
    expect(main().findAll('.trouble, .sentence').length).toBe(2)
    expect(main().get('[data-metric="serial"]').text()).toContain('S-1')
    expect(main().get('.gauge[data-metric="power.draw"]').text()).toMatch(/300.*stale/)

    await show(63, [aGpu(0), aGpu(1)])
    expect(main().find('.trouble').exists()).toBe(false)
    expect(main().get('.gauge[data-metric="power.draw"]').text()).not.toContain('stale')
  })
})
