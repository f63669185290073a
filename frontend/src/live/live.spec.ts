import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import { startLive, type Live } from './live'

describe('a page', () => {
  let feed: RecordedFeed
  let live: Live
  const shown = () => live.snapshot.value?.sequence
  const sequence = (second: number) => aSnapshot(second).sequence

  beforeEach(() => {
    vi.useFakeTimers()
    feed = new RecordedFeed()
    live = startLive(feed)
  })

  afterEach(() => {
    live.stop()
    vi.useRealTimers()
  })

  async function replay(from: number, to: number): Promise<void> {
    for (let second = from; second <= to; second++) {
      feed.play(aSnapshot(second))
      await vi.advanceTimersByTimeAsync(5)
    }
  }

  it('shows the end of what is replayed to it, and nothing on the way there', async () => {
    await replay(1, 300)
    expect(shown()).toBeUndefined()

    await vi.advanceTimersByTimeAsync(300)
    expect(shown()).toBe(sequence(300))
  })

  it('keeps what it shows marked as old while it is told what was missed', async () => {
    await replay(1, 1)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(live.stale.value).toBe(true)

    await replay(2, 40)
    expect([shown(), live.stale.value]).toEqual([sequence(1), true])
    await vi.advanceTimersByTimeAsync(300)
    expect([shown(), live.stale.value]).toEqual([sequence(40), false])
  })

  it('that is paused before it showed anything shows what it knows', async () => {
    await replay(1, 20)
    live.togglePause()
    await replay(21, 30)
    await vi.advanceTimersByTimeAsync(5000)

    expect(shown()).toBe(sequence(20))
  })
})
