import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, ref } from 'vue'
import { liveKey, startLive, type Live } from '@/store/live'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot, aSource, START } from '@/testing/snapshots'
import { millisPerPixel, useRedraw } from './redraw'

describe('a chart', () => {
  let feed: RecordedFeed
  let live: Live
  let page: VueWrapper
  const draw = vi.fn()
  const pixel = ref(4000)
  const end = ref<number | null>(null)
  const Page = defineComponent({
    setup() {
      useRedraw(
        draw,
        () => pixel.value,
        () => end.value ?? live.edge(),
      )
      return () => null
    },
  })

  beforeEach(() => {
    vi.useFakeTimers()
    draw.mockClear()
    pixel.value = 4000
    end.value = null
    feed = new RecordedFeed()
    live = startLive(feed)
    page = mount(Page, { global: { provide: { [liveKey as symbol]: live } } })
  })

  afterEach(() => {
    page.unmount()
    live.stop()
    vi.useRealTimers()
  })

  async function play(from: number, to: number): Promise<void> {
    for (let second = from; second <= to; second++) {
      feed.play(aSnapshot(second))
      await vi.advanceTimersByTimeAsync(1000)
    }
  }

  it('is redrawn once per pixel', async () => {
    // The turn of the chart within a pixel depends on the charts before it; 13 s are in four pixels for every turn.
    await play(1, 13)

    expect(draw).toHaveBeenCalledTimes(4)
  })

  it('is redrawn with every snapshot if a pixel is shorter than that, or unknown', async () => {
    pixel.value = 100
    await play(1, 5)
    pixel.value = 0
    await play(6, 9)

    expect(draw).toHaveBeenCalledTimes(9)
  })

  it('of the past is not redrawn', async () => {
    end.value = START
    await play(1, 12)

    expect(draw).toHaveBeenCalledTimes(1)
  })

  it('is redrawn at once when the samples are those of another source', async () => {
    await play(4, 5)
    draw.mockClear()
    feed.play(aSnapshot(6, { source: aSource({ kind: 'DEMO' }) }))
    await vi.advanceTimersByTimeAsync(300)

    expect(draw).toHaveBeenCalledTimes(1)
  })

  it('is not redrawn while paused, and is redrawn at once afterwards', async () => {
    await play(1, 2)
    live.togglePause()
    draw.mockClear()
    await play(3, 12)
    expect(draw).not.toHaveBeenCalled()

    live.togglePause()
    await vi.advanceTimersByTimeAsync(300)
    expect(draw).toHaveBeenCalledTimes(1)
  })

  it('is redrawn without new snapshots, so that the gap becomes visible', async () => {
    await play(1, 2)
    draw.mockClear()
    await vi.advanceTimersByTimeAsync(14_000)

    expect(draw.mock.calls.length).toBeGreaterThanOrEqual(3)
  })

  it('has pixels in proportion to its range', () => {
    expect(millisPerPixel(120_000, 150)).toBe(800 / window.devicePixelRatio)
    expect(millisPerPixel(120_000, 0)).toBe(0)
  })
})
