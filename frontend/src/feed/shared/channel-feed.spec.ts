import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeChannels } from '@/testing/channels'
import type { Problem } from '@/api/problem'
import { aProblem } from '@/testing/problems'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import { ChannelFeed } from './channel-feed'
import type { Lock } from './election'

/** The locks of a browser: whoever waits longest is next. */
class FakeLocks {
  private readonly waiting: { tab: string; won: () => void }[] = []

  of(tab: string): Lock {
    return (won, signal) => {
      this.waiting.push({ tab, won })
      signal.addEventListener('abort', () => {
        this.release(tab)
      })
      if (this.waiting.length === 1) setTimeout(won)
    }
  }

  release(tab: string): void {
    const place = this.waiting.findIndex((each) => each.tab === tab)
    if (place < 0) return
    this.waiting.splice(place, 1)
    const [next] = this.waiting
    if (place === 0 && next !== undefined) setTimeout(next.won)
  }
}

class Tab {
  readonly server = new RecordedFeed()
  readonly seconds: number[] = []
  readonly problems: (Problem | null)[] = []
  leave: () => void = () => undefined
  comeBack: () => void = () => undefined
  readonly feed: ChannelFeed

  constructor(
    readonly id: string,
    channels: FakeChannels,
    lock: Lock | null,
    key = 'stream',
  ) {
    this.feed = new ChannelFeed({
      id,
      key,
      open: channels.of(id),
      lock,
      lifecycle: {
        watch: (left, returned) => {
          this.leave = left
          this.comeBack = returned
          return () => undefined
        },
      },
      limits: () => Promise.resolve(aSnapshot(0)),
      own: () => this.server,
    })
    this.feed.start({
      snapshot: ({ sequence }) => this.seconds.push(sequence - aSnapshot(0).sequence),
      link: () => undefined,
      problem: (problem) => this.problems.push(problem),
    })
  }

  get leads(): boolean {
    return this.server.starts > this.server.stops
  }
}

describe.each([{ means: 'locks' }, { means: 'asking around' }])('tabs without a shared worker, by $means', ({ means }) => {
  let channels: FakeChannels
  let locks: FakeLocks
  let tabs: Tab[]

  beforeEach(() => {
    vi.useFakeTimers()
    channels = new FakeChannels()
    locks = new FakeLocks()
    tabs = []
  })

  afterEach(() => {
    for (const tab of tabs) tab.feed.stop()
    vi.useRealTimers()
  })

  function open(id: string, key?: string): Tab {
    const ofItsKey = key === undefined ? locks : new FakeLocks()
    const tab = new Tab(id, channels, means === 'locks' ? ofItsKey.of(id) : null, key)
    tabs.push(tab)
    return tab
  }

  const leaders = () => tabs.filter((tab) => tab.leads)
  const second = () => vi.advanceTimersByTimeAsync(1000)

  async function three(): Promise<{ leader: Tab; others: Tab[] }> {
    for (const id of ['b', 'a', 'c']) open(id)
    await second()
    const [leader] = leaders()
    if (leader === undefined) throw new Error('Nobody leads')
    return { leader, others: tabs.filter((tab) => tab !== leader) }
  }

  it('have one stream, and all hear it', async () => {
    const { leader } = await three()
    leader.server.play(aSnapshot(1), aSnapshot(2))
    await second()

    expect(leaders()).toHaveLength(1)
    expect(tabs.map((tab) => tab.seconds)).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
  })

  it('tell a late one the past', async () => {
    const { leader } = await three()
    leader.server.play(...Array.from({ length: 300 }, (_, i) => aSnapshot(i + 1)))
    await second()

    const late = open('late')
    await second()

    expect(late.seconds).toEqual(Array.from({ length: 300 }, (_, i) => i + 1))
    expect(leaders()).toEqual([leader])
  })

  it('find another leader within 2 s when theirs is closed, and hear nothing twice', async () => {
    const { leader, others } = await three()
    leader.server.play(aSnapshot(1), aSnapshot(2))
    await second()

    leader.leave()
    await vi.advanceTimersByTimeAsync(2000)
    const [next] = leaders()
    next?.server.play(aSnapshot(1), aSnapshot(2), aSnapshot(3))
    await second()

    expect(leaders()).toHaveLength(1)
    expect(next).not.toBe(leader)
    expect(others.map((tab) => tab.seconds)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
  })

  it('find another leader within 2 s when theirs dies without a word', async () => {
    const { leader, others } = await three()

    channels.kill(leader.id)
    locks.release(leader.id)
    await vi.advanceTimersByTimeAsync(2000)

    expect(others.filter((tab) => tab.leads)).toHaveLength(1)
  })

  it('let a tab that is shown again join them', async () => {
    const { leader } = await three()
    leader.leave()
    await vi.advanceTimersByTimeAsync(2000)
    const [next] = leaders()
    leader.comeBack()
    await second()
    next?.server.play(aSnapshot(1))
    await second()

    expect(leaders()).toEqual([next])
    expect(leader.seconds).toEqual([1])
  })

  it('pass on what the server says and what a tab wants', async () => {
    const { leader, others } = await three()
    leader.server.problem(aProblem())
    others[0]?.feed.retryNow()
    await second()

    expect(others.map((tab) => tab.problems)).toEqual([[aProblem()], [aProblem()]])
    expect(leader.server.retries).toBe(1)
  })

  it('keep to themselves what others stream', async () => {
    await three()
    open('stranger', 'another stream')
    await second()

    expect(leaders()).toHaveLength(2)
  })
})

it('two that both came to lead agree on one of them', async () => {
  vi.useFakeTimers()
  const channels = new FakeChannels()
  const cut = vi.spyOn(channels, 'isConnected').mockReturnValue(false)
  const tabs = [new Tab('a', channels, null), new Tab('b', channels, null)]
  await vi.advanceTimersByTimeAsync(1000)
  expect(tabs.map((tab) => tab.leads)).toEqual([true, true])

  cut.mockRestore()
  tabs.push(new Tab('c', channels, null))
  await vi.advanceTimersByTimeAsync(1000)

  expect(tabs.map((tab) => tab.leads)).toEqual([true, false, false])
  for (const tab of tabs) tab.feed.stop()
  vi.useRealTimers()
})
