import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EmbeddingPage } from '@/testing/parent'
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

  /** As a link brings it that is much faster than time. */
  async function burst(from: number, to: number): Promise<void> {
    for (let second = from; second <= to; second++) {
      feed.play(aSnapshot(second))
      await vi.advanceTimersByTimeAsync(5)
    }
  }

  async function fill(from: number, to: number): Promise<void> {
    for (let second = from; second <= to; second++) {
      feed.past(aSnapshot(second))
      await vi.advanceTimersByTimeAsync(5)
    }
  }

  const times = () => [...(live.timeline.read('GPU-0', 'power.draw')?.times ?? [])]

  it('shows the newest as soon as it has come', async () => {
    feed.play(aSnapshot(300))
    await vi.advanceTimersByTimeAsync(50)

    expect(shown()).toBe(sequence(300))
  })

  it('draws as often as the embedding page wants, without a drawing that no sample has caused', async () => {
    const parent = new EmbeddingPage()
    let drawn = 0
    live.onDraw(() => drawn++)
    /** Drawings of ten seconds of a sampler. */
    const drawings = async (everyMillis: number, samples: number) => {
      drawn = 0
      for (let i = 0; i < samples; i++) {
        feed.play(aSnapshot(next++))
        await vi.advanceTimersByTimeAsync(everyMillis)
      }
      return drawn
    }
    let next = 300

    await parent.send({ gpulse: 'refresh', millis: 5000 })
    expect(await drawings(100, 100)).toBeLessThanOrEqual(3)
    await parent.send({ gpulse: 'refresh', millis: 100 })
    expect(await drawings(100, 100)).toBeGreaterThan(80)
    expect(await drawings(1000, 10)).toBeLessThanOrEqual(11)
    parent.leave()
  })

  it('is stale at once when the server calls its newest snapshot stale, until the next one', async () => {
    feed.play(aSnapshot(300, { stale: true }))
    await vi.advanceTimersByTimeAsync(50)

    const moment = momentOf(live, aSnapshot(300))
    expect([shown(), live.stale.value, live.behind.value]).toEqual([sequence(300), true, false])
    expect(moment.silenceMillis).toBeGreaterThan(moment.patienceMillis)

    feed.play(aSnapshot(301))
    await vi.advanceTimersByTimeAsync(600)
    expect([shown(), live.stale.value]).toEqual([sequence(301), false])
  })

  it('requests no limits while the stream is silent', async () => {
    live.stop()
    let requests = 0
    live = startLive(feed, () => {
      requests++
      return Promise.resolve(aSnapshot(1))
    })
    feed.play(aSnapshot(300))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toBe(1)

    feed.play(aSnapshot(360))
    await vi.advanceTimersByTimeAsync(50)
    expect(requests).toBe(2)
  })

  it('requests no limits while it is paused', async () => {
    live.stop()
    let requests = 0
    live = startLive(feed, () => {
      requests++
      return Promise.resolve(aSnapshot(1))
    })
    feed.play(aSnapshot(300))
    await vi.advanceTimersByTimeAsync(50)
    live.togglePause()
    for (let second = 301; second < 360; second++) {
      feed.play(aSnapshot(second))
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(requests).toBe(1)
  })

  it('puts the past behind it, and shows nothing of that as new', async () => {
    feed.play(aSnapshot(300))
    await vi.advanceTimersByTimeAsync(50)
    await fill(1, 299)
    await vi.advanceTimersByTimeAsync(600)

    expect([shown(), live.newest.value?.sequence]).toEqual([sequence(300), sequence(300)])
    expect(times()).toEqual(Array.from({ length: 300 }, (_, i) => Date.parse(aSnapshot(i + 1).takenAt)))
    expect(live.edge()).toBe(times().at(-1))
  })

  it('shows the newest at once after an outage, and fills the gap behind it', async () => {
    feed.play(aSnapshot(1))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(live.stale.value).toBe(true)
    expect(live.edge()).toBe(Date.parse(aSnapshot(31).takenAt))

    feed.play(aSnapshot(40))
    await vi.advanceTimersByTimeAsync(600)
    expect([shown(), live.stale.value]).toEqual([sequence(40), false])
    expect(momentOf(live, aSnapshot(40)).silenceMillis).toBe(0)
    await fill(2, 39)

    expect(times()).toHaveLength(40)
    expect(shown()).toBe(sequence(40))
  })

  it('that is paused takes in the past and stays where it is', async () => {
    feed.play(aSnapshot(300))
    await vi.advanceTimersByTimeAsync(50)
    live.togglePause()
    await fill(290, 299)
    await burst(301, 303)
    await vi.advanceTimersByTimeAsync(60_000)

    expect([shown(), live.edge()]).toEqual([sequence(300), Date.parse(aSnapshot(300).takenAt)])
    expect(times()).toHaveLength(14)
    expect(momentOf(live, aSnapshot(300)).silenceMillis).toBe(0)
  })

  it('follows a restarted server whose clock was set back, and inserts none of it as past', async () => {
    feed.play(aSnapshot(600), aSnapshot(100), aSnapshot(101))
    feed.past(aSnapshot(550), aSnapshot(99))
    await vi.advanceTimersByTimeAsync(600)

    expect(shown()).toBe(sequence(101))
    expect(times()).toEqual([99, 100, 101].map((second) => Date.parse(aSnapshot(second).takenAt)))
  })

  describe('on a link that was stalled', () => {
    beforeEach(async () => {
      feed.play(aSnapshot(1))
      await vi.advanceTimersByTimeAsync(1000)
      feed.play(aSnapshot(2))
      await vi.advanceTimersByTimeAsync(30_000)
    })

    it('shows no delayed snapshot as new, and reports the progress', async () => {
      for (let second = 3; second < 20; second++) {
        feed.snapshot(aSnapshot(second))
        await vi.advanceTimersByTimeAsync(200)
      }

      expect([shown(), live.newest.value?.sequence, live.behind.value]).toEqual([sequence(2), sequence(2), true])
      expect(live.caughtUpTo.value).toBeGreaterThan(Date.parse(aSnapshot(10).takenAt))
      const moment = live.snapshot.value === null ? null : momentOf(live, live.snapshot.value)
      expect(moment?.edge).toBe(Date.parse(aSnapshot(2).takenAt))
      expect(live.edge()).toBe(Date.parse(aSnapshot(2).takenAt) + 30_000 + 17 * 200)
    })

    it('shows no delayed snapshot when it is paused', () => {
      feed.snapshot(aSnapshot(3))
      live.togglePause()

      expect([shown(), live.edge()]).toEqual([sequence(2), Date.parse(aSnapshot(2).takenAt)])
    })

    it('shows the newest once it has come', async () => {
      await burst(3, 31)
      await vi.advanceTimersByTimeAsync(600)

      expect([shown(), live.behind.value, live.caughtUpTo.value]).toEqual([sequence(31), false, null])
    })

    it('is detected from the first snapshot on, even if that was requested separately', async () => {
      feed.link({ kind: 'connecting' })
      feed.play(aSnapshot(2))
      await vi.advanceTimersByTimeAsync(10_000)
      feed.snapshot(aSnapshot(3))

      expect(live.behind.value).toBe(true)
    })

    it('believes a new connection', async () => {
      feed.snapshot(aSnapshot(3))
      expect(live.behind.value).toBe(true)
      feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 1000 })
      await vi.advanceTimersByTimeAsync(5000)
      feed.play(aSnapshot(20))
      await vi.advanceTimersByTimeAsync(600)

      expect([shown(), live.behind.value]).toEqual([sequence(20), false])
    })
  })
})
