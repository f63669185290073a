import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import { startLive, type Live } from './live'

let feed: RecordedFeed
let live: Live

beforeEach(() => {
  vi.useFakeTimers()
  feed = new RecordedFeed()
  live = startLive(feed)
})

afterEach(() => {
  live.stop()
  vi.useRealTimers()
})

it('reports how long the connection has been lost, and when the next attempt is', async () => {
  expect(live.link.value.kind).toBe('connecting')
  await vi.advanceTimersByTimeAsync(10_000)
  feed.problem({ kind: 'refused', status: 503, detail: 'busy' })
  feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 5000 })
  await vi.advanceTimersByTimeAsync(3000)
  expect([live.lostMillis.value, live.retryMillis.value]).toEqual([3000, 2000])

  feed.link({ kind: 'connecting' })
  expect([live.lostMillis.value, live.retryMillis.value]).toEqual([3000, null])
  feed.link({ kind: 'waiting', attempt: 2, retryInMillis: 9000 })
  expect([live.lostMillis.value, live.retryMillis.value]).toEqual([3000, 9000])
  expect(live.problem.value?.detail).toBe('busy')

  feed.play(aSnapshot(300))
  expect([live.lostMillis.value, live.retryMillis.value, live.problem.value]).toEqual([null, null, null])
})

it('renders charts for each snapshot, for the past, and for a gap that grows, but not while paused', async () => {
  let drawings = 0
  const remove = live.onDraw(() => drawings++)
  const drawn = async (millis: number) => {
    const before = drawings
    await vi.advanceTimersByTimeAsync(millis)
    return drawings - before
  }
  feed.play(aSnapshot(300))
  expect(await drawn(1000)).toBe(1)
  feed.past(aSnapshot(299))
  expect(await drawn(1000)).toBeGreaterThan(0)
  await drawn(10_000)
  expect(await drawn(10_000)).toBe(10)

  live.togglePause()
  await drawn(1000)
  feed.play(aSnapshot(330))
  expect(await drawn(10_000)).toBe(0)
  live.togglePause()
  remove()
  expect(await drawn(10_000)).toBe(0)
})
