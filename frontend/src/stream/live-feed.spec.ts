import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RequestError, type Problem } from '@/api/problem'
import type { Snapshot } from '@/api/types'
import { aProblem } from '@/testing/problems'
import { FakeStream } from '@/testing/fake-stream'
import { aSnapshot } from '@/testing/snapshots'
import { retryMillis } from './backoff'
import type { Link } from './feed'
import { LiveFeed } from './live-feed'

const nothing = () => undefined
const quiet = { snapshot: nothing, past: nothing, link: nothing, problem: nothing }

describe('the live feed', () => {
  let streams: FakeStream[]
  let links: Link[]
  let problems: (Problem | null)[]
  let received: number[]
  let explanation: RequestError | null
  let latest: () => Promise<Snapshot>
  let feed: LiveFeed

  const newest = () => streams.at(-1) ?? new FakeStream('none')

  beforeEach(() => {
    vi.useFakeTimers()
    streams = []
    links = []
    problems = []
    received = []
    explanation = null
    latest = () => Promise.reject(new Error('unexpected request'))
    feed = new LiveFeed({
      open: (id) => {
        const stream = new FakeStream(id)
        if (id === null) streams.push(stream)
        return stream
      },
      latest: () => latest(),
      explain: () => Promise.resolve(explanation),
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

  it('forwards notifications, which are no sign of snapshots', () => {
    const notifications: string[] = []
    feed.start({ ...quiet, notification: (kind, text) => notifications.push(`${kind} ${text}`) })
    newest().tell('gpu-event', '{"id":1}')
    newest().tell('insight', '{"id":"a"}')
    newest().tell('of-a-newer-server', '{}')

    expect(notifications).toEqual(['gpu-event {"id":1}', 'insight {"id":"a"}'])
    vi.advanceTimersByTime(30_000)
    expect(newest()).not.toBe(streams[1])
  })

  it('waits longer after every attempt in vain, and never leaves two streams open', () => {
    const waits = [1, 2, 3, 4, 5, 6].map(() => {
      newest().fail(0)
      const link = links.at(-1)
      vi.advanceTimersByTime(20_000)
      return link?.kind === 'waiting' ? link.retryInMillis : 0
    })

    expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
    expect(streams.filter((stream) => !stream.closed)).toHaveLength(1)
  })

  it('begins with a short wait again once a snapshot has arrived, but not when merely connected', () => {
    newest().fail(0)
    vi.advanceTimersByTime(1000)
    newest().open()
    newest().fail(0)
    expect(links.at(-1)).toEqual({ kind: 'waiting', attempt: 2, retryInMillis: 2000 })

    vi.advanceTimersByTime(2000)
    newest().send(aSnapshot(1))
    newest().fail(0)
    expect(links.at(-1)).toEqual({ kind: 'waiting', attempt: 1, retryInMillis: 1000 })
  })

  it('requests the reason of a refusal once and forwards it', async () => {
    explanation = new RequestError(aProblem())

    newest().fail(2)
    await vi.advanceTimersByTimeAsync(10)

    expect(problems).toEqual([aProblem()])
  })

  it('requests no reason after a network error', async () => {
    explanation = new RequestError(aProblem())

    newest().fail(0)
    await vi.advanceTimersByTimeAsync(10)

    expect(problems).toEqual([null])
  })

  it('waits as long as the server demands', async () => {
    explanation = new RequestError(aProblem(), 30_000)

    newest().fail(2)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(streams).toHaveLength(1)
    expect(links.at(-1)).toEqual({ kind: 'waiting', attempt: 1, retryInMillis: 30_000 })

    await vi.advanceTimersByTimeAsync(1000)
    expect(streams).toHaveLength(2)
  })

  it('retries at once on demand, even during a long wait', async () => {
    explanation = new RequestError(aProblem({ kind: 'unauthorised', status: 401 }), 60_000)
    newest().fail(2)
    await vi.advanceTimersByTimeAsync(10)

    feed.retryNow()
    newest().open()
    await vi.advanceTimersByTimeAsync(60_000)

    expect(streams[1]?.closed).toBe(true)
    const kinds = links.map(({ kind }) => kind)
    expect(kinds[kinds.indexOf('open') - 1]).toBe('connecting')
    expect(links.filter(({ kind }) => kind === 'open')).toHaveLength(1)
  })

  it('skips malformed snapshots, and reports a problem until the next valid one', async () => {
    newest().open()
    newest().send(aSnapshot(1))
    for (const nonsense of ['<html>', '[]', '{"gpus":[]}', 'null']) newest().say(nonsense)
    expect(problems.map((problem) => problem?.kind)).toEqual(['malformed'])

    newest().send(aSnapshot(2))
    await vi.advanceTimersByTimeAsync(10)

    expect(received).toEqual([aSnapshot(1).sequence, aSnapshot(2).sequence])
    expect(problems.at(-1)).toBeNull()
    expect(streams).toHaveLength(1)
  })

  it('gives up a stream of nonsense in the end', () => {
    newest().open()
    for (let second = 0; second < 21; second++) {
      newest().say('{}')
      vi.advanceTimersByTime(1000)
    }

    expect(links.at(-1)?.kind).toBe('waiting')
    expect(problems.at(-1)?.kind).toBe('malformed')
  })

  it('gives up a connection that has died without a word', () => {
    newest().open()
    newest().send(aSnapshot(1))

    vi.advanceTimersByTime(20_000)

    expect(links.at(-1)?.kind).toBe('waiting')
    expect(streams[0]?.closed).toBe(true)
  })

  it('has patience with a server that samples slowly', () => {
    newest().open()
    newest().send(aSnapshot(1, { everyMillis: 60_000 }))

    vi.advanceTimersByTime(599_000)

    expect(streams).toHaveLength(1)
  })

  it('does not poll a server that has no new snapshots', async () => {
    latest = () => Promise.resolve(aSnapshot(1))
    newest().open()
    newest().send(aSnapshot(1))

    await vi.advanceTimersByTimeAsync(12_000)

    expect(streams[0]?.closed).toBe(false)
    expect(received).toHaveLength(1)
  })

  it('goes on without a break after it has missed some', () => {
    newest().open()
    newest().send(aSnapshot(1))
    newest().lag(12)
    newest().send(aSnapshot(14))

    expect(received).toEqual([aSnapshot(1).sequence, aSnapshot(14).sequence])
    expect(streams).toHaveLength(1)
  })

  it('retries at once on demand', () => {
    newest().fail(0)

    feed.retryNow()

    expect(streams).toHaveLength(2)
    vi.advanceTimersByTime(5000)
    expect(streams).toHaveLength(2)
  })
})

it('jitter spreads a wait by a fifth to either side', () => {
  expect(retryMillis(4, 0)).toBe(6400)
  expect(retryMillis(4, 1)).toBe(9600)
})
