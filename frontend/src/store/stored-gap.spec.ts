import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import type { History } from '@/api/types'
import { chosenGpus } from '@/stream/chosen-gpus'
import { EmbeddingPage } from '@/testing/parent'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot, START } from '@/testing/snapshots'
import { startLive, type Live } from './live'
import { followStored } from './stored-past'

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
  page.stop()
  live.stop()
  parent.leave()
  vi.useRealTimers()
})

/** Three buckets of a minute each, after the beginning of what is requested. */
function historyOf(request: URLSearchParams): History {
  const from = Date.parse(request.get('from') ?? '')
  const t = [0, 1, 2].map((bucket) => from + bucket * 60_000)
  const of = { gpu: 'GPU-0', index: 0, name: 'H100', metric: 'power.draw', unit: 'W' } as const
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
    followStored(live, () => range)
  })
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

it('a frame that is shown again requests missed samples that the server does not replay', async () => {
  feed.play(...Array.from({ length: 400 }, (_, second) => aSnapshot(second)))
  follow('5m')
  await vi.advanceTimersByTimeAsync(2000)
  await parent.send({ gpulse: 'visible', visible: false })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests).toEqual([])

  await parent.send({ gpulse: 'visible', visible: true })
  feed.play(aSnapshot(1000))
  feed.past(aSnapshot(700))
  await vi.advanceTimersByTimeAsync(2000)
  await flushPromises()

  expect(requests.map((request) => request.get('to'))).toEqual([at(700)])
  const seconds = [...(live.timeline.read('GPU-0', 'power.draw')?.times ?? [])].map((time) => (time - START) / 1000)
  expect(seconds.filter((second) => second > 399)).toEqual([429, 489, 549, 700, 1000])
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
