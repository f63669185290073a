import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import { startLive, type Live } from './live'
import { momentOf } from './moment'

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

  describe('on a slow link', () => {
    /** No faster than it was taken: by its pace it cannot be told from what is new. */
    async function slowReplay(from: number, to: number): Promise<void> {
      for (let second = from; second <= to; second++) {
        feed.snapshot(aSnapshot(second))
        await vi.advanceTimersByTimeAsync(600)
      }
    }

    it('shows nothing of a replay before it has ended, and how far it is', async () => {
      feed.link({ kind: 'replaying' })
      await slowReplay(1, 20)
      expect([shown(), live.newest.value]).toEqual([undefined, null])
      expect(live.replayedTo.value).toBe(Date.parse(aSnapshot(20).takenAt))

      feed.link({ kind: 'open' })
      await vi.advanceTimersByTimeAsync(100)
      expect([shown(), live.replayedTo.value]).toEqual([sequence(20), null])
    })

    it('keeps what it showed before an outage as old, and its values as they were', async () => {
      await replay(1, 1)
      await vi.advanceTimersByTimeAsync(30_000)
      feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 1000 })
      feed.link({ kind: 'replaying' })
      await slowReplay(2, 20)

      expect([shown(), live.stale.value]).toEqual([sequence(1), true])
      const moment = live.snapshot.value === null ? null : momentOf(live, live.snapshot.value)
      expect(moment?.edge).toBe(Date.parse(aSnapshot(1).takenAt))
      expect(live.edge()).toBeGreaterThan(Date.parse(aSnapshot(30).takenAt))
    })

    it('is as far behind as before when the link breaks in the middle of a replay', async () => {
      feed.link({ kind: 'replaying' })
      await slowReplay(1, 5)
      feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 1000 })
      await vi.advanceTimersByTimeAsync(5000)

      expect([shown(), live.behind.value]).toEqual([undefined, true])
    })

    it('that was paused in a replay shows nothing of it as new when it goes on', async () => {
      feed.link({ kind: 'replaying' })
      await slowReplay(1, 5)
      live.togglePause()
      expect([shown(), live.edge()]).toEqual([sequence(5), Date.parse(aSnapshot(5).takenAt)])
      live.togglePause()
      await slowReplay(6, 8)

      expect(shown()).toBeUndefined()
    })
  })
})
