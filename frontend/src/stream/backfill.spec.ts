import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Problem } from '@/api/problem'
import { FakeStream } from '@/testing/fake-stream'
import { aSnapshot } from '@/testing/snapshots'
import type { Link } from './feed'
import { LiveFeed } from './live-feed'

describe('the past', () => {
  let streams: FakeStream[]
  let backfills: FakeStream[]
  let links: Link[]
  let problems: (Problem | null)[]
  let received: number[]
  let feed: LiveFeed

  const newest = () => streams.at(-1) ?? new FakeStream('none')

  beforeEach(() => {
    vi.useFakeTimers()
    streams = []
    backfills = []
    links = []
    problems = []
    received = []
    feed = new LiveFeed({
      open: (id) => {
        const stream = new FakeStream(id)
        if (id === null) streams.push(stream)
        else backfills.push(stream)
        return stream
      },
      latest: () => Promise.reject(new Error('unexpected request')),
      explain: () => Promise.resolve(null),
      jitter: () => 0.5,
    })
    feed.start({
      snapshot: ({ sequence }) => received.push(sequence),
      past: ({ sequence }) => received.push(sequence),
      link: (link) => links.push(link),
      problem: (problem) => problems.push(problem),
    })
  })

  afterEach(() => {
    feed.stop()
    vi.useRealTimers()
  })

  const seconds = () => received.map((sequence) => sequence - aSnapshot(0).sequence)

  it('is requested after the newest snapshot', () => {
    expect(links).toEqual([{ kind: 'connecting' }])
    expect(newest().lastEventId).toBeNull()
    expect(backfills).toEqual([])
    newest().open()
    newest().send(aSnapshot(300))
    expect(backfills.map(({ lastEventId }) => lastEventId)).toEqual(['1'])

    for (const second of [1, 2, 299]) backfills[0]?.send(aSnapshot(second))
    newest().send(aSnapshot(301))
    expect(backfills[0]?.closed).toBe(false)
    backfills[0]?.send(aSnapshot(300))

    expect(backfills[0]?.closed).toBe(true)
    expect(seconds()).toEqual([300, 1, 2, 299, 301])
    expect(links.at(-1)).toEqual({ kind: 'open' })
  })

  it('contains the snapshots of an outage', () => {
    newest().open()
    newest().send(aSnapshot(1))
    backfills[0]?.send(aSnapshot(1))
    newest().send(aSnapshot(2))

    newest().fail(0)
    vi.advanceTimersByTime(1000)
    newest().send(aSnapshot(9))

    expect(streams).toHaveLength(2)
    expect(backfills.at(-1)?.lastEventId).toBe(String(aSnapshot(2).sequence))
    expect(seconds()).toEqual([1, 2, 9])
  })

  it('is fetched on from where it broke off', () => {
    newest().send(aSnapshot(300))
    backfills[0]?.send(aSnapshot(1))
    backfills[0]?.send(aSnapshot(2))
    newest().fail(0)
    vi.advanceTimersByTime(1000)
    newest().send(aSnapshot(302))

    expect(backfills.map(({ lastEventId }) => lastEventId)).toEqual(['1', String(aSnapshot(2).sequence)])
    backfills[1]?.send(aSnapshot(300))
    backfills[1]?.send(aSnapshot(302))
    newest().fail(0)
    vi.advanceTimersByTime(1000)
    newest().send(aSnapshot(305))

    expect(backfills.at(-1)?.lastEventId).toBe(String(aSnapshot(302).sequence))
  })

  it('skips malformed snapshots', () => {
    newest().send(aSnapshot(300))
    backfills[0]?.send(aSnapshot(1))
    backfills[0]?.say('<html>')
    backfills[0]?.send(aSnapshot(3))

    expect(seconds()).toEqual([300, 1, 3])
  })

  it('is fetched on by itself where only its own stream broke', () => {
    newest().send(aSnapshot(300))
    backfills[0]?.send(aSnapshot(1))
    backfills[0]?.fail(2)
    vi.advanceTimersByTime(10_000)

    expect(backfills.map(({ lastEventId }) => lastEventId)).toEqual(['1', String(aSnapshot(1).sequence)])
    expect(streams).toHaveLength(1)
  })

  it('is not requested if no snapshot was missed', () => {
    newest().send(aSnapshot(1))
    backfills[0]?.send(aSnapshot(1))
    newest().fail(0)
    vi.advanceTimersByTime(1000)
    newest().send(aSnapshot(1))

    expect(backfills).toHaveLength(1)
  })

  it('can be done without', () => {
    newest().open()
    newest().send(aSnapshot(300))
    backfills[0]?.fail(2)
    newest().send(aSnapshot(301))
    vi.advanceTimersByTime(1000)

    expect(backfills.map(({ closed }) => closed)).toEqual([true])
    expect(links.at(-1)).toEqual({ kind: 'open' })
    expect(problems).toEqual([])
  })

  it('leaves no stream open, neither when it does not come nor when the feed ends', () => {
    newest().open()
    newest().send(aSnapshot(300))
    for (let second = 301; second < 600; second++) {
      newest().send(aSnapshot(second))
      vi.advanceTimersByTime(1000)
    }
    // Tried a few times, and then no more.
    expect(backfills.map(({ closed }) => closed)).toEqual([true, true, true, true])

    feed.retryNow()
    newest().send(aSnapshot(400))
    feed.stop()
    expect([...streams, ...backfills].every(({ closed }) => closed)).toBe(true)
  })
})
