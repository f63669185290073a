import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent } from 'vue'
import { liveKey, startLive, type Live } from '@/store/live'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import { POLL_MILLIS, useMachine } from './useMachine'

describe('parts of the machine', () => {
  const disk = { disk: 'nvme0n1', values: { 'disk.read': 0, 'disk.utilization': 7 }, absent: {} }
  let requests: number
  let live: Live
  let feed: RecordedFeed
  let machine: ReturnType<typeof useMachine>
  let page: VueWrapper

  beforeEach(() => {
    vi.useFakeTimers()
    requests = 0
    vi.stubGlobal('fetch', () => {
      requests++
      return Promise.resolve(Response.json({ ...aSnapshot(1).host, disks: [disk] }))
    })
    feed = new RecordedFeed()
    live = startLive(feed)
    feed.play(aSnapshot(1))
    const Page = defineComponent({
      setup() {
        machine = useMachine()
        return () => null
      },
    })
    page = mount(Page, { global: { provide: { [liveKey as symbol]: live } } })
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

  it('are written to the timeline of the stream, without absent values', async () => {
    await pass(0)

    expect(live.timeline.read('disk nvme0n1', 'disk.read')?.values.at(-1)).toBe(0)
    expect(live.timeline.read('disk nvme0n1', 'disk.write')).toBeUndefined()
    expect(machine.lateMillis.value).toBe(0)
  })

  it('are requested once a second, and not while the page is paused or closed', async () => {
    await pass(3 * POLL_MILLIS)
    expect(requests).toBe(4)

    live.togglePause()
    await pass(5 * POLL_MILLIS)
    expect(requests).toBe(4)
    expect(machine.lateMillis.value).toBe(0)

    live.togglePause()
    await pass(0)
    expect(requests).toBe(5)
    page.unmount()
    await pass(5 * POLL_MILLIS)
    expect(requests).toBe(5)
  })

  it('are late when the server stops responding', async () => {
    await pass(0)
    vi.stubGlobal('fetch', () => Promise.reject(new Error('gone')))
    await pass(6 * POLL_MILLIS)

    expect(machine.problem.value).toBe('gone')
    expect(machine.lateMillis.value).toBeGreaterThan(4 * POLL_MILLIS)
  })
})
