import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RequestError } from '@/api/problem'
import type { Snapshot } from '@/api/types'
import { FakeStream } from '@/testing/fake-stream'
import { aProblem } from '@/testing/problems'
import { aSnapshot } from '@/testing/snapshots'
import { LiveFeed } from './live-feed'

describe('a replay over a slow link', () => {
  let streams: FakeStream[]
  let kinds: string[]
  /** How far the server is; its newest snapshot is that of this second. */
  let second: number
  let latest: () => Promise<Snapshot>
  let feed: LiveFeed
  let clock: ReturnType<typeof setInterval>

  const stream = () => streams.at(-1) ?? new FakeStream('none')

  beforeEach(() => {
    vi.useFakeTimers()
    streams = []
    kinds = []
    second = 300
    clock = setInterval(() => second++, 1000)
    latest = () => Promise.resolve(aSnapshot(second))
    feed = new LiveFeed({
      open: (id) => {
        const opened = new FakeStream(id)
        streams.push(opened)
        return opened
      },
      latest: () => latest(),
      limits: () => Promise.resolve(aSnapshot(0)),
      explain: () => Promise.resolve(null),
      jitter: () => 0.5,
    })
    feed.start({
      snapshot: ({ sequence }) => kinds.push(String(sequence - aSnapshot(0).sequence)),
      link: ({ kind }) => kinds.push(kind),
      problem: () => undefined,
    })
  })

  afterEach(() => {
    feed.stop()
    clearInterval(clock)
    vi.useRealTimers()
  })

  async function send(from: number, to: number, apart: number): Promise<void> {
    for (let each = from; each <= to; each++) {
      stream().send(aSnapshot(each))
      await vi.advanceTimersByTimeAsync(apart)
    }
  }

  const links = () => kinds.filter((each) => Number.isNaN(Number(each)))

  it('is a replay until the newest snapshot is there, however slowly it comes', async () => {
    stream().open()
    await send(1, 60, 500)
    expect(links()).toEqual(['connecting', 'replaying'])

    await send(61, 328, 5)
    expect(links()).toEqual(['connecting', 'replaying'])
    await send(329, 331, 5)
    expect(links()).toEqual(['connecting', 'replaying', 'open'])
  })

  it('is told after the snapshot that ends it', async () => {
    await vi.advanceTimersByTimeAsync(10)
    stream().open()
    await send(299, 300, 0)

    expect(kinds).toEqual(['connecting', 'replaying', '299', 'open', '300'])
  })

  it('ends without another snapshot when the newest was told before it was known to be', async () => {
    latest = async () => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      return aSnapshot(300)
    }
    feed.retryNow()
    stream().open()
    await send(290, 300, 1)
    expect(links().at(-1)).toBe('replaying')

    await vi.advanceTimersByTimeAsync(700)
    expect(links().at(-1)).toBe('open')
  })

  it('begins again with what was missed in an outage', async () => {
    stream().open()
    await send(300, 302, 1000)
    stream().fail(0)
    second += 60
    await vi.advanceTimersByTimeAsync(1000)
    stream().open()
    await send(304, 310, 900)

    expect(links().slice(-3)).toEqual(['open', 'waiting', 'replaying'])
  })

  it('is what a link brings after it was stalled', async () => {
    stream().open()
    await send(300, 303, 1000)
    await vi.advanceTimersByTimeAsync(3500)
    kinds.length = 0
    await send(304, 307, 50)

    expect(kinds.slice(0, 2)).toEqual(['replaying', '304'])
    expect(links()).toEqual(['replaying', 'open'])
  })

  it('is not waited for where the server does not tell its newest snapshot', async () => {
    latest = () => Promise.reject(new RequestError(aProblem()))
    feed.retryNow()
    stream().open()
    await send(1, 2, 500)

    expect(links().at(-1)).toBe('open')
  })

  it('is still one when the link is too busy to ask beside it', async () => {
    latest = () => Promise.reject(new Error('timed out'))
    stream().open()
    await send(1, 20, 1000)

    expect(links().at(-1)).toBe('replaying')
  })

  it('is not taken for over when the newest snapshot was slow to be told', async () => {
    latest = () => Promise.reject(new DOMException('too late', 'TimeoutError'))
    feed.retryNow()
    stream().open()
    await send(1, 8, 500)
    expect(links().at(-1)).toBe('replaying')

    latest = () => Promise.resolve(aSnapshot(second))
    await send(9, 30, 500)
    expect(links().at(-1)).toBe('replaying')
  })
})
