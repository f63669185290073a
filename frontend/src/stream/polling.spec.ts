import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RequestError, type Problem } from '@/api/problem'
import type { Snapshot } from '@/api/types'
import { aProblem } from '@/testing/problems'
import { FakeStream } from '@/testing/fake-stream'
import { aSnapshot } from '@/testing/snapshots'
import type { Link } from './feed'
import { LiveFeed } from './live-feed'

describe('behind a proxy that buffers the stream', () => {
  let server: number
  let requests: number
  let streams: FakeStream[]
  let backfills: FakeStream[]
  let links: Link[]
  let problems: (Problem | null)[]
  let received: number[]
  let latest: () => Promise<Snapshot>
  let feed: LiveFeed

  const newest = () => streams.at(-1) ?? new FakeStream('none')

  beforeEach(async () => {
    vi.useFakeTimers()
    streams = []
    backfills = []
    links = []
    problems = []
    received = []
    server = 1
    requests = 0
    latest = () => {
      requests++
      return Promise.resolve(aSnapshot(server))
    }
    feed = new LiveFeed({
      open: (id) => {
        const stream = new FakeStream(id)
        if (id === null) streams.push(stream)
        else backfills.push(stream)
        return stream
      },
      latest: () => latest(),
      explain: () => Promise.resolve(new RequestError(aProblem())),
      jitter: () => 0.5,
    })
    feed.start({
      snapshot: ({ sequence }) => received.push(sequence),
      past: ({ sequence }) => received.push(sequence),
      link: (link) => links.push(link),
      problem: (problem) => problems.push(problem),
    })
    newest().open()
    newest().send(aSnapshot(1))
    server = 7
    await vi.advanceTimersByTimeAsync(5000)
  })

  afterEach(() => {
    feed.stop()
    vi.useRealTimers()
  })

  async function seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      server++
      await vi.advanceTimersByTimeAsync(1000)
    }
  }

  const sequences = () => received.map((sequence) => sequence - aSnapshot(0).sequence)

  it('requests snapshots one by one at their pace', async () => {
    expect(sequences()).toEqual([1, 7])
    expect(streams[0]?.closed).toBe(true)

    await seconds(3)

    expect(sequences()).toEqual([1, 7, 8, 9, 10])
    expect(links.at(-1)).toEqual({ kind: 'open', isPolled: true })
  })

  it('reports no snapshot twice', async () => {
    await vi.advanceTimersByTimeAsync(4000)

    expect(sequences()).toEqual([1, 7])
  })

  it('retries the stream every minute, and polls in the meantime', async () => {
    await seconds(62)
    expect(streams).toHaveLength(2)
    newest().open()

    await seconds(5)
    expect(sequences().at(-1)).toBe(server)
    expect(newest().closed).toBe(true)

    await seconds(60)
    expect(streams).toHaveLength(3)
  })

  it('returns to the stream once it sends snapshots, and stops polling', async () => {
    await seconds(61)
    newest().open()
    newest().send(aSnapshot(server + 1))
    const requestsBefore = requests

    for (let second = 2; second < 8; second++) {
      newest().send(aSnapshot(server + second))
      await vi.advanceTimersByTimeAsync(1000)
    }

    expect(requests).toBe(requestsBefore)
    expect(sequences().at(-1)).toBe(server + 7)
  })

  it('is not taken in by old news that the proxy lets go of', async () => {
    await seconds(61)
    newest().open()
    newest().send(aSnapshot(20))
    await seconds(2)

    expect(sequences()).toEqual([...sequences()].sort((a, b) => a - b))
    expect(sequences().at(-1)).toBe(server)
  })

  it('reconnects when polling fails too, and reports the reason', async () => {
    latest = () => Promise.reject(new Error('gone'))

    await vi.advanceTimersByTimeAsync(1000)

    expect(links.at(-1)?.kind).toBe('waiting')
    expect(problems).toEqual([aProblem()])
  })
})
