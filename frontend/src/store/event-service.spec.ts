import { expect, it } from 'vitest'
import type { EventQuery } from '@/api/events'
import type { EventPage, GpuEvent } from '@/api/types'
import { failureOf, RequestError } from '@/api/problem'
import { anEvent } from '@/testing/incidents'
import { START } from '@/testing/snapshots'
import { noEvents } from './event-log'
import { EventLoader } from './event-service'

function loaderOf(...pages: (EventPage | Error)[]) {
  const clock = { now: START + 3_600_000 }
  const events = noEvents()
  const requests: EventQuery[] = []
  const heard: number[] = []
  events.listeners.add(({ id }) => heard.push(id))
  const fetchPage = (query: EventQuery) => {
    requests.push(query)
    const page = pages.shift() ?? pageOf([])
    return page instanceof Error ? Promise.reject(page) : Promise.resolve(page)
  }
  const loader = new EventLoader(events, fetchPage, () => clock.now)
  const load = () =>
    loader.load().catch((error: unknown) => {
      loader.fail(failureOf(error))
    })
  return { events, requests, heard, loader, load, clock }
}

function pageOf(events: GpuEvent[], next: number | null = null): EventPage {
  return { events, next, sequence: Math.max(0, ...events.map(({ sequence }) => sequence)) }
}

const ids = (events: { day: { value: readonly GpuEvent[] | null } }) => events.day.value?.map(({ id }) => id)

it('loads the newest events of the day first', async () => {
  const { events, requests, load } = loaderOf(pageOf([anEvent(2), anEvent(1)], 1))
  await load()

  expect(ids(events)).toEqual([2, 1])
  expect(events.older.value).toBe(1)
  expect(requests).toEqual([{ range: '24h', limit: '200' }])
})

it('requests events missed in an outage, also older ones than the stream has sent since', async () => {
  const { events, requests, heard, loader, load } = loaderOf(pageOf([anEvent(1)]), pageOf([anEvent(2), anEvent(3)]))
  await load()
  loader.receive(JSON.stringify(anEvent(3)))
  await load()

  expect(requests[1]).toEqual({ since: '1001', limit: '1000' })
  expect(ids(events)).toEqual([3, 2, 1])
  expect(heard).toEqual([3, 2])
})

it('requests pages until the server has no more', async () => {
  const { events, requests, load } = loaderOf(
    pageOf([anEvent(1)]),
    { ...pageOf([anEvent(2)], 1002), sequence: 1009 },
    pageOf([anEvent(3)]),
  )
  for (let i = 0; i < 3; i++) await load()

  expect(requests.slice(1).map(({ since }) => since)).toEqual(['1001', '1002', '1003'])
  expect(ids(events)).toEqual([3, 2, 1])
})

it('requests at most five pages of missed events in one round, and as many of older ones', async () => {
  const endless = Array.from({ length: 20 }, (_, i) => pageOf([anEvent(i + 1)], i + 1))
  const { events, requests, load } = loaderOf(...endless)
  await load()
  await load()
  expect(requests).toHaveLength(6)

  events.wantsAll.value = true
  await load()
  expect(requests).toHaveLength(16)
})

it('has no day before the server has sent one, but reports an event of the stream', () => {
  const { events, heard, loader } = loaderOf()
  loader.receive(JSON.stringify(anEvent(1)))

  expect(events.day.value).toBeNull()
  expect(heard).toEqual([1])
})

it('does not replace an event by an older state of it, which a page may have', async () => {
  const { events, loader, load } = loaderOf(pageOf([anEvent(2)], 2), pageOf([]), pageOf([anEvent(1)]))
  await load()
  loader.receive(JSON.stringify(anEvent(1, { sequence: 2000, title: 'It is over' })))
  events.wantsAll.value = true
  await load()

  expect(events.day.value?.map(({ title }) => title)).toEqual(['Event 2', 'It is over'])
})

it('sorts events of the same time by their numbers', async () => {
  const { at } = anEvent(1)
  const { events, load } = loaderOf(pageOf([1, 3, 2].map((id) => anEvent(id, { at }))))
  await load()

  expect(ids(events)).toEqual([3, 2, 1])
})

it('retains the newest state of an event, and reports each change once', async () => {
  const { events, heard, loader, load } = loaderOf(pageOf([anEvent(1)]))
  await load()
  const changed = anEvent(1, { sequence: 2000, title: 'It is over' })
  for (const event of [changed, changed, anEvent(1)]) loader.receive(JSON.stringify(event))
  loader.receive('no JSON')

  expect(events.day.value?.map(({ title }) => title)).toEqual(['It is over'])
  expect(heard).toEqual([1])
})

it('drops events that ended more than a day ago', async () => {
  const old = '2026-02-28T10:59:59Z'
  const lasting = anEvent(3, { at: old, until: '2026-02-28T11:00:01Z' })
  const { events, load } = loaderOf(pageOf([anEvent(1), anEvent(2, { at: old }), lasting]))
  await load()

  expect(ids(events)).toEqual([1, 3])
})

it('loads the whole day once it is wanted', async () => {
  const { events, requests, load } = loaderOf(
    pageOf([anEvent(3)], 3),
    pageOf([]),
    pageOf([anEvent(2)], 2),
    pageOf([anEvent(1)]),
  )
  await load()
  events.wantsAll.value = true
  await load()

  expect(requests.slice(2)).toEqual(['3', '2'].map((before) => ({ range: '24h', limit: '1000', before })))
  expect(ids(events)).toEqual([3, 2, 1])
  expect(events.older.value).toBeNull()
})

it('reports a failure, and loads events once the server has them', async () => {
  const problem = new RequestError({ kind: 'refused', status: 404, detail: 'No such path.' })
  const { events, load } = loaderOf(problem, pageOf([anEvent(1)]))
  await load()
  expect(events.day.value).toBeNull()
  expect(events.failure.value?.status).toBe(404)

  await load()
  expect(ids(events)).toEqual([1])
  expect(events.failure.value).toBeNull()
})

it('drops its events when the server no longer has any, but not at another failure', async () => {
  const failure = (status: number) => new RequestError({ kind: 'refused', status, detail: 'No.' })
  const { events, load } = loaderOf(pageOf([anEvent(1)]), failure(500), failure(404))
  await load()
  await load()
  expect(ids(events)).toEqual([1])

  await load()
  expect(events.day.value).toBeNull()
})

it('drops events older than a day, also when no other arrives', async () => {
  const { events, load, clock } = loaderOf(pageOf([anEvent(1), anEvent(2)]))
  await load()
  expect(ids(events)).toEqual([2, 1])

  clock.now = Date.parse(anEvent(1).at) + 86_400_000
  await load()
  expect(ids(events)).toEqual([2])
})
