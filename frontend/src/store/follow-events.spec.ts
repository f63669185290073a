import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { anEvent } from '@/testing/incidents'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import { noEvents, type Events } from './event-log'
import { followEvents } from './event-service'
import { startLive, type Live } from './live'

let feed: RecordedFeed
let live: Live
let events: Events
let requests: URLSearchParams[]
let answer: () => Response

beforeEach(async () => {
  vi.useFakeTimers()
  requests = []
  answer = () => Response.json({ events: [anEvent(1)], next: null, sequence: 1001 })
  vi.stubGlobal('fetch', (address: URL) => {
    requests.push(address.searchParams)
    return Promise.resolve(answer())
  })
  feed = new RecordedFeed()
  live = startLive(feed)
  feed.play(aSnapshot(1))
  events = noEvents()
  followEvents(live, events)
  await pass(0)
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

const ids = () => events.day.value?.map(({ id }) => id)

it('requests the day at once, and once a minute what was missed, since a proxy may hold back the stream', async () => {
  expect(ids()).toEqual([1])
  await pass(59_000)
  expect(requests.map((query) => query.get('since'))).toEqual([null])
  await pass(1000)
  expect(requests.map((query) => query.get('since'))).toEqual([null, '1001'])
})

it('adds events of the stream, and of its notifications only these', () => {
  feed.told('insight', anEvent(3))
  feed.told('gpu-event', anEvent(2))

  expect(ids()).toEqual([2, 1])
})

it('requests what it missed once it has a connection again', async () => {
  feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 1000 })
  await pass(5000)
  expect(requests).toHaveLength(1)
  feed.link({ kind: 'open' })
  await pass(0)
  feed.link({ kind: 'waiting', attempt: 2, retryInMillis: 1000 })
  await pass(5000)
  expect(requests).toHaveLength(1)

  feed.link({ kind: 'open' })
  await pass(1000)
  expect(requests).toHaveLength(2)
})

it('requests the whole day as soon as it is wanted', async () => {
  events.older.value = 1
  events.wantsAll.value = true
  await pass(0)

  expect(requests.at(-1)?.get('before')).toBe('1')
})

it('has the failure of its request', async () => {
  answer = () => Response.json({ detail: 'Busy.' }, { status: 503 })
  await pass(60_000)

  expect(events.failure.value).toEqual({ status: 503, detail: 'Busy.' })
  expect(ids()).toEqual([1])
})
