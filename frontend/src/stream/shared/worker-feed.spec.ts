import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PageTimers } from '@/testing/page-timers'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import type { Link } from '../feed'
import type { ClientMessage, HubMessage } from './messages'
import { WorkerFeed } from './worker-feed'

describe('the feed of a worker', () => {
  let sent: ClientMessage[]
  let opened: number
  let deliver: (message: HubMessage) => void
  let fail: () => void
  let leave: () => void
  let comeBack: () => void
  let refuses: boolean
  let fallback: RecordedFeed
  let received: number[]
  let links: Link[]
  let feed: WorkerFeed

  beforeEach(() => {
    vi.useFakeTimers()
    sent = []
    opened = 0
    received = []
    links = []
    refuses = false
    fallback = new RecordedFeed()
    feed = new WorkerFeed({
      open: (onMessage, failed) => {
        if (refuses) throw new Error('Refused by the policy')
        opened++
        deliver = onMessage
        fail = failed
        return { send: (each) => sent.push(each), close: () => undefined }
      },
      lifecycle: {
        watch: (left, returned) => {
          leave = left
          comeBack = returned
          return () => undefined
        },
      },
      otherwise: () => fallback,
    })
  })

  afterEach(() => {
    feed.stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function start(): void {
    feed.start({
      snapshot: ({ sequence }) => received.push(sequence - aSnapshot(0).sequence),
      past: () => undefined,
      link: (link) => links.push(link),
      problem: () => undefined,
    })
  }

  function deliverSnapshots(...seconds: number[]): void {
    deliver({ kind: 'snapshots', past: false, texts: seconds.map((second) => JSON.stringify(aSnapshot(second))) })
  }

  it('subscribes, and acknowledges each message', () => {
    start()
    deliver({ kind: 'link', link: { kind: 'open' } })
    deliverSnapshots(1, 2)

    expect(sent).toEqual([{ kind: 'subscribe' }, { kind: 'ack' }, { kind: 'ack' }])
    expect(received).toEqual([1, 2])
    expect(links).toEqual([{ kind: 'open' }])
  })

  it('takes another way where a worker is refused', () => {
    refuses = true
    start()
    fallback.play(aSnapshot(1))

    expect(received).toEqual([1])
  })

  it('takes another way when the worker cannot be loaded, or is silent', () => {
    start()
    fail()
    expect(fallback.starts).toBe(1)

    fallback = new RecordedFeed()
    feed.stop()
    start()
    vi.advanceTimersByTime(4001)
    expect(fallback.starts).toBe(1)
  })

  it('does not count the time of a block before a worker has answered', () => {
    const timers = new PageTimers()
    start()
    timers.respond(2900)
    timers.block(60_000)
    timers.respond(999)
    expect(fallback.starts).toBe(0)

    timers.respond(1)
    expect(fallback.starts).toBe(1)
  })

  it('stays with a worker whose message arrived during a block at the end of that time', () => {
    const timers = new PageTimers()
    start()
    timers.respond(3900)
    timers.block(10_000)
    deliver({ kind: 'link', link: { kind: 'connecting' } })
    timers.respond(4000)

    expect(fallback.starts).toBe(0)
  })

  it('stays with a worker that speaks', () => {
    start()
    deliver({ kind: 'link', link: { kind: 'connecting' } })
    vi.advanceTimersByTime(39_000)

    expect(fallback.starts).toBe(0)
    expect(opened).toBe(1)
  })

  it('starts the worker again when it was ended, and goes on where it was', () => {
    start()
    deliverSnapshots(1)
    vi.advanceTimersByTime(40_000)

    expect(opened).toBe(2)
    expect(sent.at(-1)).toEqual({ kind: 'subscribe' })
  })

  it('unsubscribes when the page is left, and resumes when it is shown again', () => {
    start()
    deliverSnapshots(1)
    leave()
    expect(sent.at(-1)).toEqual({ kind: 'unsubscribe' })

    comeBack()
    expect(sent.at(-1)).toEqual({ kind: 'subscribe' })
  })

  it('does not connect again while the page is hidden', () => {
    start()
    deliverSnapshots(1)
    leave()
    deliverSnapshots(2)
    vi.advanceTimersByTime(100_000)

    expect(opened).toBe(1)
    expect(sent.filter(({ kind }) => kind === 'subscribe')).toHaveLength(1)
    expect(received).toEqual([1, 2])
  })

  it('starts the worker again when that was ended while the page was hidden', () => {
    start()
    deliverSnapshots(1)
    leave()
    comeBack()
    vi.advanceTimersByTime(4000)

    expect(opened).toBe(2)
    expect(fallback.starts).toBe(0)
  })

  it('stops the other way too while the page is hidden', () => {
    start()
    fail()
    leave()
    expect(fallback.stops).toBe(1)
    comeBack()
    expect(fallback.starts).toBe(2)
  })

  it('does not begin another way while the page is hidden', () => {
    start()
    leave()
    fail()
    expect(fallback.starts).toBe(0)
    comeBack()
    expect(fallback.starts).toBe(1)
  })

  it('passes on that one wants to try now', () => {
    start()
    feed.retryNow()
    expect(sent.at(-1)).toEqual({ kind: 'retry' })
  })
})
