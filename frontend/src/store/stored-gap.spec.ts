import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope, ref, type EffectScope } from 'vue'
import type { History } from '@/api/types'
import { chosenGpus } from '@/stream/chosen-gpus'
import { EmbeddingPage } from '@/testing/parent'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { ownRange } from '@/timeseries/range'
import { startLive, type Live } from './live'
import { RECORDED, RECORDED_OF_HOST } from './recorder'
import { followStored } from './stored-past'

/** Those of charts that have a mean. */
const METRICS = [...RECORDED.filter((each) => each !== 'clocks_event_reasons.active'), ...RECORDED_OF_HOST]

let live: Live
let feed: RecordedFeed
let parent: EmbeddingPage
let page: EffectScope
let requests: URLSearchParams[]

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  vi.stubGlobal('fetch', (address: URL) => {
    // The services of other tests in this environment request events and insights.
    if (address.pathname.endsWith('/history')) requests.push(address.searchParams)
    return Promise.resolve(Response.json(historyOf(address.searchParams)))
  })
  feed = new RecordedFeed()
  live = startLive(feed)
  parent = new EmbeddingPage()
  page = effectScope()
})

afterEach(() => {
  ownRange.value = null
  page.stop()
  live.stop()
  parent.leave()
  vi.useRealTimers()
})

/** Three buckets of a minute each, after the beginning of what is requested. */
function historyOf(request: URLSearchParams): History {
  const from = Date.parse(request.get('from') ?? '')
  const t = [0, 1, 2].map((bucket) => from + bucket * 60_000)
  const of = { gpu: 'GPU-0', index: 0, name: 'H100', mig: null, metric: 'power.draw', unit: 'W' } as const
  const series = { ...of, min: [], max: [], avg: [1, 2, 3] }
  return {
    from: request.get('from') ?? '',
    to: request.get('to') ?? '',
    stepMillis: 60_000,
    tier: 'MINUTE',
    simulated: false,
    t,
    series: [series],
  }
}

function follow(range: string): void {
  page.run(() => {
    followStored(live, () => ({ range }))
  })
}

/** The sampled seconds between two. */
function seconds(from: number, to: number): number[] {
  const times = [...(live.timeline.read('GPU-0', 'power.draw')?.times ?? [])].map((time) => (time - START) / 1000)
  return times.filter((second) => second >= from && second < to)
}

const at = (second: number) => new Date(START + second * 1000).toISOString()

it('a frame of some GPUs fetches theirs', async () => {
  live.stop()
  live = startLive(chosenGpus(feed, '0,7'))
  feed.play(...Array.from({ length: 400 }, (_, second) => aSnapshot(second)))
  follow('15m')
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests.map((query) => query.get('gpus'))).toEqual(['0'])
})

it.each([
  [2, METRICS],
  [64, ['utilization.gpu', 'memory.used', 'power.draw']],
])('of %i GPUs the metrics of all charts are requested, or the main ones', async (count, metrics) => {
  const gpus = Array.from({ length: count }, (_, index) => aGpu(index))
  feed.play(...Array.from({ length: 3 }, (_, second) => aSnapshot(second, { gpus })))
  follow('15m')
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests.map((query) => query.get('metrics')?.split(','))).toEqual([metrics])
  expect(requests[0]?.has('gpus')).toBe(false)
})

it('a frame that is shown again requests missed samples that the server does not replay', async () => {
  feed.play(...Array.from({ length: 400 }, (_, second) => aSnapshot(second)))
  follow('15m')
  await vi.advanceTimersByTimeAsync(2000)
  requests = []
  await parent.send({ gpulse: 'visible', visible: false })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests).toEqual([])

  await parent.send({ gpulse: 'visible', visible: true })
  feed.play(aSnapshot(1000))
  feed.past(...Array.from({ length: 300 }, (_, second) => aSnapshot(second + 700)))
  await vi.advanceTimersByTimeAsync(2000)
  await flushPromises()

  expect(requests.map((request) => [request.get('from'), request.get('to')])).toEqual([[at(399), at(700)]])
  expect(seconds(399, 701)).toEqual([399, 429, 489, 549, 700])
})

it('a page of a stored period requests it, and the hole between it and the stream when that is shown', async () => {
  feed.play(...Array.from({ length: 400 }, (_, second) => aSnapshot(second)))
  const query = ref<Record<string, string>>({ from: at(-3600), to: at(-3300), range: '15m' })
  page.run(() => {
    followStored(live, () => query.value)
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(requests.map((request) => [request.get('from'), request.get('to')])).toEqual([[at(-3600), at(-3300)]])
  expect(seconds(-4000, 0)).toEqual([-3570, -3510, -3450])
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests).toHaveLength(1)

  query.value = { range: '15m' }
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests.at(-1)?.get('to')).toBe(at(0))
  expect(seconds(-3300, 0)).toEqual([-467.5, -407.5, -347.5])
  expect(requests).toHaveLength(2)
})

it('what was sampled before a proxy was found to buffer the stream is requested', async () => {
  feed.play(...Array.from({ length: 400 }, (_, second) => aSnapshot(second)))
  follow('5m')
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests).toEqual([])
  feed.link({ kind: 'open', isPolled: true })
  feed.snapshot(aSnapshot(410))
  await vi.advanceTimersByTimeAsync(2000)

  expect(requests.map((request) => [request.get('from'), request.get('to')])).toEqual([[at(399), at(410)]])
})

it('samples that arrive while stored ones are loaded are not added again', async () => {
  feed.play(...Array.from({ length: 10 }, (_, second) => aSnapshot(second)))
  let answer: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', async (address: URL) => {
    await waiting
    return Response.json(historyOf(address.searchParams))
  })
  follow('5m')
  await vi.advanceTimersByTimeAsync(2000)
  feed.past(...Array.from({ length: 200 }, (_, second) => aSnapshot(second - 200)))
  answer()
  await vi.advanceTimersByTimeAsync(0)

  expect(seconds(-300, -198)).toEqual([-261, -201, -200, -199])
})

it('the range with which a page opens is loaded, unless another one has been chosen', async () => {
  feed.play(...Array.from({ length: 400 }, (_, second) => aSnapshot(second)))
  page.run(() => {
    followStored(live, () => ({}))
  })
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests).toEqual([])

  ownRange.value = '15m'
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests.map((request) => request.get('to'))).toEqual([at(0)])
})

it('a request that a busy server refuses is repeated soon', async () => {
  feed.play(...Array.from({ length: 400 }, (_, second) => aSnapshot(second)))
  let refusals = 1
  vi.stubGlobal('fetch', (address: URL) =>
    Promise.resolve(
      refusals-- > 0 ? Response.json({}, { status: 503 }) : Response.json(historyOf(address.searchParams)),
    ),
  )
  page.run(() => {
    followStored(live, () => ({ from: at(-3600), to: at(-3300) }))
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(seconds(-4000, 0)).toEqual([])

  await vi.advanceTimersByTimeAsync(40_000)
  expect(seconds(-4000, 0)).toHaveLength(3)
})

it('an answer without samples makes no buckets of the samples of the stream wider', async () => {
  feed.play(...Array.from({ length: 10 }, (_, second) => aSnapshot(second)))
  vi.stubGlobal('fetch', (address: URL) =>
    Promise.resolve(Response.json({ ...historyOf(address.searchParams), t: [], series: [] })),
  )
  follow('5m')
  await vi.advanceTimersByTimeAsync(2000)

  expect(live.timeline.coarsest({ from: START - 300_000, to: START + 10_000 })).toBe(0)
})

it('a page that has been closed requests nothing more', async () => {
  feed.play(...Array.from({ length: 400 }, (_, second) => aSnapshot(second)))
  follow('15m')
  page.stop()
  await parent.send({ gpulse: 'visible', visible: false })
  await parent.send({ gpulse: 'visible', visible: true })
  await vi.advanceTimersByTimeAsync(2000)

  expect(requests).toEqual([])
})
