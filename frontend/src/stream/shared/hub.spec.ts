import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HubPage } from '@/testing/hub-page'
import { aProblem } from '@/testing/problems'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import { Hub } from './hub'

describe('the hub of a shared stream', () => {
  let feed: RecordedFeed
  let hub: Hub

  beforeEach(() => {
    vi.useFakeTimers()
    feed = new RecordedFeed()
    hub = new Hub(feed)
  })

  afterEach(() => {
    hub.stop()
    vi.useRealTimers()
  })

  function join(): HubPage {
    const page = new HubPage()
    page.send = hub.connect((message) => {
      page.receive(message)
    })
    page.send({ kind: 'subscribe' })
    return page
  }

  it('has one feed, however many listen', () => {
    const pages = [join(), join(), join()]

    feed.play(aSnapshot(1), aSnapshot(2))

    expect(feed.starts).toBe(1)
    expect(pages.map((page) => page.seconds)).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
  })

  it('forwards notifications to current clients, and ignores unknown messages', () => {
    const page = join()
    feed.told('insight', 'one')
    const late = join()
    feed.told('gpu-event', 'two')
    page.receiver.receive({ kind: 'of-a-newer-worker' } as never, page.send)

    expect(page.told).toEqual(['insight one', 'gpu-event two'])
    expect(late.told).toEqual(['gpu-event two'])
  })

  it('sends a new client the newest first, then the past in order, and each once', () => {
    join()
    feed.play(...Array.from({ length: 100 }, (_, i) => aSnapshot(i + 1)))

    const late = join()
    feed.play(aSnapshot(101))

    expect(late.seconds).toEqual([100, 101])
    expect(late.past).toEqual(Array.from({ length: 99 }, (_, i) => i + 1))
    expect(late.links.at(-1)).toEqual({ kind: 'open' })
  })

  it('passes on the past that its feed finds later, and still has the newest for who comes then', () => {
    const early = join()
    feed.play(aSnapshot(50))
    feed.past(aSnapshot(10), aSnapshot(11))

    for (const page of [early, join()]) expect([page.seconds, page.past]).toEqual([[50], [10, 11]])
  })

  it('sends a page that was frozen during an outage the newest before the missed ones', () => {
    const page = join()
    feed.play(aSnapshot(1))
    page.frozen = true
    const order: string[] = []
    feed.play(...Array.from({ length: 9 }, (_, i) => aSnapshot(i + 2)), aSnapshot(60))
    feed.past(aSnapshot(20), aSnapshot(21))
    page.seconds.push = (...seconds) => order.push(...seconds.map((second) => `new ${second}`))
    page.past.push = (...seconds) => order.push(...seconds.map((second) => `past ${second}`))
    page.thaw()

    expect(order.slice(-3)).toEqual(['new 60', 'past 20', 'past 21'])
  })

  it('sends no snapshot of a previous server as new, whatever its sequence', () => {
    const early = join()
    feed.play(aSnapshot(900_000), aSnapshot(5), aSnapshot(6))
    const late = join()

    expect(early.seconds).toEqual([900_000, 5, 6])
    expect([late.seconds, late.past]).toEqual([[6], [900_000, 5]])
  })

  it('sends a page that returns in the middle of the past all of it', () => {
    join()
    feed.play(...Array.from({ length: 200 }, (_, i) => aSnapshot(i + 1)))
    const page = new HubPage()
    page.frozen = true
    page.send = hub.connect((message) => {
      page.receive(message)
    })
    page.send({ kind: 'subscribe' })
    page.waiting.length = 0
    page.frozen = false
    page.send({ kind: 'subscribe' })

    expect(page.seconds).toEqual([200])
    expect(page.past).toHaveLength(199)
  })

  it('passes on why the server refuses, also to who comes later, with the rest of the wait', () => {
    const first = join()
    feed.link({ kind: 'waiting', attempt: 2, retryInMillis: 4000 })
    feed.problem(aProblem())
    vi.advanceTimersByTime(1000)

    const late = join()

    expect(first.problems).toEqual([aProblem()])
    expect(late.problems).toEqual([aProblem()])
    expect(late.links).toEqual([{ kind: 'waiting', attempt: 2, retryInMillis: 3000 }])
  })

  it('forwards a retry', () => {
    join().send({ kind: 'retry' })

    expect(feed.retries).toBe(1)
  })

  it('does not pile up messages for a page that is frozen, and lets it catch up', () => {
    const quick = join()
    const frozen = join()
    frozen.frozen = true

    feed.play(...Array.from({ length: 50 }, (_, i) => aSnapshot(i + 1)))
    const piled = frozen.waiting.length
    frozen.thaw()

    expect(piled).toBeLessThan(10)
    expect(frozen.seconds).toEqual(quick.seconds)
    expect(frozen.links.at(-1)).toEqual({ kind: 'open' })
  })

  it('closes the stream after 10 s without clients, and resumes with the next one', () => {
    const pages = [join(), join()]
    feed.play(aSnapshot(1))
    pages[0]?.close()
    vi.advanceTimersByTime(60_000)
    expect(feed.stops).toBe(0)

    pages[1]?.close()
    vi.advanceTimersByTime(9999)
    expect(feed.stops).toBe(0)
    vi.advanceTimersByTime(1)
    expect(feed.stops).toBe(1)

    const next = join()
    feed.play(aSnapshot(2))
    expect(feed.starts).toBe(2)
    expect([next.past, next.seconds]).toEqual([[], [1, 2]])
  })

  it('does not send a problem of the connection before it was closed', () => {
    const first = join()
    feed.link({ kind: 'waiting', attempt: 3, retryInMillis: 8000 })
    feed.problem(aProblem())
    first.close()
    vi.advanceTimersByTime(10_000)

    const next = join()
    expect([next.links, next.problems]).toEqual([[{ kind: 'connecting' }], []])
  })

  it('closes the stream when its only page is hidden, though the answer to its last message comes late', () => {
    const page = join()
    page.frozen = true
    feed.play(aSnapshot(1))
    page.send({ kind: 'unsubscribe' })
    page.thaw()
    feed.play(aSnapshot(2))
    vi.advanceTimersByTime(10_000)

    expect(feed.stops).toBe(1)
    expect(page.seconds).toEqual([1])
  })

  it('sends a page that is shown again the newest, and only the missed past', () => {
    join()
    const page = join()
    feed.play(aSnapshot(1), aSnapshot(2))
    page.send({ kind: 'unsubscribe' })
    feed.play(aSnapshot(3), aSnapshot(4))
    page.send({ kind: 'subscribe' })

    expect([page.seconds, page.past]).toEqual([[1, 2, 4], [3]])
  })

  it('keeps the stream open between two pages', () => {
    join().close()
    vi.advanceTimersByTime(9000)
    join()
    vi.advanceTimersByTime(60_000)

    expect(feed.stops).toBe(0)
  })

  it('notices a page that ended without a word', () => {
    const page = join()
    feed.play(aSnapshot(1))
    page.frozen = true
    feed.play(aSnapshot(2))

    vi.advanceTimersByTime(30_000)

    expect(feed.stops).toBe(1)
  })

  it('resumes a page that it considered closed', () => {
    const page = join()
    page.frozen = true
    feed.play(aSnapshot(1))
    vi.advanceTimersByTime(30_000)

    page.thaw()
    feed.play(aSnapshot(2))

    expect(feed.starts).toBe(2)
    expect(page.seconds).toEqual([1, 2])
  })
})
