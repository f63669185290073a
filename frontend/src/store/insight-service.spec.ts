import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chosenGpus } from '@/stream/chosen-gpus'
import { CHECKS } from '@/testing/incident-scene'
import { anInsight } from '@/testing/incidents'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import { noInsights, type Insights } from './insight-board'
import { followInsights } from './insight-service'
import { startLive, type Live } from './live'

let feed: RecordedFeed
let live: Live
let insights: Insights
let requests: string[]
let answer: () => Response

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  answer = () => Response.json({ insights: [anInsight()], checks: [] })
  vi.stubGlobal('fetch', (address: URL) => {
    requests.push(address.search)
    return Promise.resolve(answer())
  })
  feed = new RecordedFeed()
  live = startLive(feed)
  insights = noInsights()
  feed.play(aSnapshot(1))
})

afterEach(() => {
  live.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function pass(millis: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(millis)
  await flushPromises()
}

async function reconnect(): Promise<void> {
  feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 1000 })
  feed.link({ kind: 'open' })
  await pass(1000)
}

const ids = () => insights.active.value?.map(({ id }) => id)

it('requests at once and then regularly, since sentences contain durations', async () => {
  followInsights(live, insights)
  await pass(0)
  expect(ids()).toEqual(['idle-allocated/GPU-4'])

  await pass(10_000)
  expect(requests).toEqual(['?state=active', '?state=active'])
})

it('has those of the first response of the server, and requests none until the next connection', async () => {
  live.stop()
  feed = new RecordedFeed()
  const start = {
    snapshot: aSnapshot(1),
    samples: null,
    insights: { insights: [anInsight({ id: 'first' })], checks: [] },
  }
  live = startLive(Object.assign(feed, { first: Promise.resolve(start) }))
  followInsights(live, insights)
  await pass(0)
  expect(ids()).toEqual(['first'])

  feed.play(aSnapshot(1))
  await pass(1000)
  expect(requests).toEqual([])
  await reconnect()
  expect(requests).toHaveLength(1)
})

it('requests again after the first connection if that was open before the first response', async () => {
  const start = { snapshot: aSnapshot(1), samples: null, insights: { insights: [anInsight()], checks: [] } }
  live = Object.assign(live, { started: Promise.resolve(start) })
  followInsights(live, insights)
  await pass(0)
  expect(requests).toEqual([])
  await reconnect()
  expect(requests).toHaveLength(1)
})

it('announces an insight that recurs, and retains the resolved one before it', async () => {
  const old = anInsight({ state: 'resolved', since: '2026-03-01T08:00:00Z' })
  answer = () => Response.json({ insights: [old], checks: [] })
  insights.wantsResolved.value = true
  followInsights(live, insights)
  await pass(0)
  expect(requests).toEqual(['?state=all'])

  feed.told('insight', anInsight({ id: 'other', state: 'resolved' }))
  expect(insights.begun.value).toBeNull()
  feed.told('insight', anInsight({ severity: 'critical' }))
  const known = () => insights.board.value?.insights.map(({ id, state }) => `${id} ${state}`)
  expect(insights.begun.value?.severity).toBe('critical')
  expect(known()).toEqual([`${old.id} active`, 'other resolved', `${old.id} resolved`])

  for (let i = 0; i < 2; i++) feed.told('insight', anInsight({ state: 'resolved' }))
  expect(known()).toEqual([`${old.id} resolved`, 'other resolved', `${old.id} resolved`])
})

it('replaces an active insight by the same one of a later time', async () => {
  followInsights(live, insights)
  await pass(0)
  feed.told('insight', anInsight({ since: '2026-03-01T10:00:00Z' }))

  expect(insights.active.value?.map(({ since }) => since)).toEqual(['2026-03-01T10:00:00Z'])
})

it('marks GPUs, and counts the checks that passed', async () => {
  answer = () => Response.json({ insights: [anInsight()], checks: CHECKS })
  followInsights(live, insights)
  expect([insights.marks.value, insights.passed.value]).toEqual([null, 0])
  await pass(0)

  expect(insights.marks.value).toEqual(new Map([['GPU-4', 'warn']]))
  expect(insights.passed.value).toBe(CHECKS.filter(({ outcome }) => outcome === 'passed').length)
})

it('ignores an insight of the stream before it has the others', async () => {
  answer = () => Response.json({ detail: 'No such path.' }, { status: 404 })
  followInsights(live, insights)
  await pass(0)
  feed.told('insight', anInsight())

  expect(insights.board.value).toBeNull()
  expect(insights.begun.value).toBeNull()
})

it('adds an insight of the stream, announces it, and requests the rest', async () => {
  followInsights(live, insights)
  await pass(0)

  feed.told('insight', anInsight({ id: 'xid/GPU-2', severity: 'critical' }))
  expect(ids()).toEqual(['xid/GPU-2', 'idle-allocated/GPU-4'])
  expect(insights.begun.value?.id).toBe('xid/GPU-2')
  await pass(1000)
  expect(requests).toHaveLength(2)
})

it('removes an insight that ends, and does not announce one that is known or muted', async () => {
  followInsights(live, insights)
  await pass(0)
  insights.muted.value = ['xid/GPU-2']

  feed.told('insight', anInsight({ severity: 'critical' }))
  feed.told('insight', anInsight({ id: 'xid/GPU-2' }))
  feed.told('insight', 'no JSON')
  expect(insights.begun.value).toBeNull()

  feed.told('insight', anInsight({ state: 'resolved', until: '2026-03-01T10:00:09Z' }))
  expect(ids()).toEqual([])
  insights.muted.value = []
})

it('retains in a frame of some GPUs those about them or about the machine', async () => {
  live.stop()
  live = startLive(chosenGpus(feed, '0,2'))
  feed.play(aSnapshot(1))
  const of = (id: string, ...gpus: number[]) =>
    anInsight({ id, gpus: gpus.map((index) => ({ index, uuid: `GPU-${String(index)}` })) })
  answer = () => Response.json({ insights: [of('other', 4), of('machine'), of('several', 2, 4)], checks: [] })
  followInsights(live, insights)
  await pass(0)
  expect(ids()?.toSorted()).toEqual(['machine', 'several'])

  feed.told('insight', of('later', 5))
  feed.told('insight', of('own', 0))
  expect(ids()?.toSorted()).toEqual(['machine', 'own', 'several'])
})

it('requests again after the connection was lost', async () => {
  followInsights(live, insights)
  await pass(0)
  answer = () => Response.json({ insights: [], checks: CHECKS })

  feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 1000 })
  await pass(1000)
  expect(requests).toHaveLength(1)
  feed.link({ kind: 'open' })
  await pass(1000)
  expect(ids()).toEqual([])
})

it('is empty where the server has no insights, and requests rarely', async () => {
  answer = () => Response.json({ detail: 'No such path.' }, { status: 404 })
  followInsights(live, insights)
  await pass(0)

  expect(ids()).toBeUndefined()
  expect(insights.failure.value?.status).toBe(404)
  await pass(60_000)
  expect(requests).toHaveLength(1)
})

it('drops its insights when the server no longer has any, but not at another failure', async () => {
  followInsights(live, insights)
  await pass(0)
  answer = () => Response.json({ detail: 'Busy.' }, { status: 500 })
  await pass(10_000)
  expect(ids()).toEqual(['idle-allocated/GPU-4'])

  answer = () => Response.json({ detail: 'Switched off.' }, { status: 503 })
  await pass(10_000)

  expect(ids()).toBeUndefined()
  expect(insights.failure.value).toEqual({ status: 503, detail: 'Switched off.' })
})

it('does not change while the page is paused', async () => {
  followInsights(live, insights)
  await pass(0)
  live.togglePause()
  await pass(0)

  feed.told('insight', anInsight({ id: 'xid/GPU-2' }))
  feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 1000 })
  feed.link({ kind: 'open' })
  await pass(20_000)
  expect(ids()).toEqual(['idle-allocated/GPU-4'])
  expect(requests).toHaveLength(1)
})

it('takes insights without any check for switched off, so that pages have their own alerts', async () => {
  answer = () => Response.json({ insights: [], checks: [] })
  followInsights(live, insights)
  await pass(0)

  expect(insights.active.value).toBeNull()
  expect(insights.failure.value).toEqual({ status: 404, detail: 'gpulse.insight.enabled=false' })
  await pass(100_000)
  expect(requests).toHaveLength(1)
})

it('ends with the live data', async () => {
  followInsights(live, insights)
  await pass(0)
  live.stop()
  await pass(60_000)

  expect(requests).toHaveLength(1)
})
