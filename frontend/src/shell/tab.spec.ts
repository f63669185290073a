import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, ref } from 'vue'
import { liveKey, startLive, type Live } from '@/store/live'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aGpu, aSnapshot, aSource, START } from '@/testing/snapshots'
import { useTab } from './tab'

describe('the tab', () => {
  let feed: RecordedFeed
  let live: Live
  let page: VueWrapper

  beforeEach(() => {
    vi.useFakeTimers()
    // A hidden page gets no frames, but its tab has to stay current.
    vi.stubGlobal('requestAnimationFrame', () => 1)
    document.head.innerHTML = '<link rel="icon" href="favicon.svg">'
    feed = new RecordedFeed()
    live = startLive(feed)
    const Page = defineComponent({
      setup: () => {
        useTab(ref('Overview · gpulse'))
      },
      template: '<p></p>',
    })
    page = mount(Page, { global: { provide: { [liveKey as symbol]: live } } })
  })

  afterEach(() => {
    page.unmount()
    live.stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const icon = () => document.querySelector('link[rel=icon]')?.getAttribute('href') ?? ''

  async function pass(millis: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(millis)
    await flushPromises()
  }

  it('is named after its page until the first snapshot', () => {
    expect(document.title).toBe('Overview · gpulse')
    expect(icon()).toBe('favicon.svg')
  })

  it('shows the state of the machine before the name of the page', async () => {
    feed.play(aSnapshot(1, { gpus: [aGpu(0), aGpu(1, { idleSince: new Date(START).toISOString() })] }))
    await pass(1000)

    expect(document.title).toBe('2 GPUs · 15\u202f% · 1 idle · Overview · gpulse')
    expect(icon()).toMatch(/^data:image\/svg/)
  })

  it('shows faults first', async () => {
    feed.play(aSnapshot(1, { gpus: [aGpu(0), aGpu(1, { state: 'LOST', values: {} })] }))
    await pass(1000)

    expect(document.title).toMatch(/^⚠ GPU 1 · 2 GPUs · 10/)
  })

  it('marks simulated numbers', async () => {
    feed.play(aSnapshot(1, { source: aSource({ kind: 'DEMO', simulated: true }) }))
    await pass(1000)

    expect(document.title).toMatch(/^Demo · 2 GPUs/)
  })

  it('shows a lost connection, without numbers', async () => {
    feed.play(aSnapshot(1))
    await pass(1000)
    feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 1000 })
    await pass(1000)

    expect(document.title).toBe('Reconnecting · Overview · gpulse')
  })

  it('marks stale values and a paused page', async () => {
    feed.play(aSnapshot(1))
    await pass(1000)
    expect(document.title).not.toContain('Stale')
    await pass(5000)
    expect(document.title).toMatch(/^Stale · 2 GPUs/)

    live.togglePause()
    await pass(1000)
    expect(document.title).toMatch(/^Paused · /)
  })

  it('changes at most once a second', async () => {
    const titles = vi.spyOn(document, 'title', 'set')
    for (let tenth = 1; tenth <= 20; tenth++) {
      const gpu = aGpu(0, { values: { 'utilization.gpu': tenth * 5 } })
      feed.play(aSnapshot(tenth / 10, { everyMillis: 100, gpus: [gpu] }))
      await pass(100)
    }

    expect(titles.mock.calls.length).toBeLessThanOrEqual(3)
    expect(titles).toHaveBeenCalled()
  })

  it('restores the icon when the page is closed', async () => {
    feed.play(aSnapshot(1))
    await pass(1000)
    page.unmount()

    expect(icon()).toBe('favicon.svg')
  })
})
