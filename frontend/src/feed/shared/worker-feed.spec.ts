import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import type { Link } from '../feed'
import type { Said, Told } from './line'
import { WorkerFeed } from './worker-feed'

describe('the feed of a worker', () => {
  let said: Said[]
  let opened: number
  let hear: (told: Told) => void
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
    said = []
    opened = 0
    received = []
    links = []
    refuses = false
    fallback = new RecordedFeed()
    feed = new WorkerFeed({
      open: (heard, failed) => {
        if (refuses) throw new Error('Refused by the policy')
        opened++
        hear = heard
        fail = failed
        return { say: (each) => said.push(each), close: () => undefined }
      },
      limits: () => Promise.resolve(aSnapshot(0)),
      presence: {
        follow: (left, returned) => {
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
  })

  function start(): void {
    feed.start({
      snapshot: ({ sequence }) => received.push(sequence - aSnapshot(0).sequence),
      link: (link) => links.push(link),
      problem: () => undefined,
    })
  }

  function tell(...seconds: number[]): void {
    hear({ kind: 'snapshots', texts: seconds.map((second) => JSON.stringify(aSnapshot(second))) })
  }

  it('says hello, and acknowledges what it is told', () => {
    start()
    hear({ kind: 'link', link: { kind: 'open' } })
    tell(1, 2)

    expect(said).toEqual([{ kind: 'hello', after: null }, { kind: 'ack' }, { kind: 'ack' }])
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
    vi.advanceTimersByTime(4000)
    expect(fallback.starts).toBe(1)
  })

  it('stays with a worker that speaks', () => {
    start()
    hear({ kind: 'link', link: { kind: 'connecting' } })
    vi.advanceTimersByTime(39_000)

    expect(fallback.starts).toBe(0)
    expect(opened).toBe(1)
  })

  it('starts the worker again when it was ended, and goes on where it was', () => {
    start()
    tell(1)
    vi.advanceTimersByTime(40_000)

    expect(opened).toBe(2)
    expect(said.at(-1)).toEqual({ kind: 'hello', after: aSnapshot(1).sequence })
  })

  it('says when the page leaves, and goes on where it was when it is shown again', () => {
    start()
    tell(1)
    leave()
    expect(said.at(-1)).toEqual({ kind: 'bye' })

    comeBack()
    expect(said.at(-1)).toEqual({ kind: 'hello', after: aSnapshot(1).sequence })
  })

  it('passes on that one wants to try now', () => {
    start()
    feed.retryNow()
    expect(said.at(-1)).toEqual({ kind: 'retry' })
  })
})
