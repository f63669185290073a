import { expect, it } from 'vitest'
import type { EventQuestion } from '@/api/events'
import type { EventPage, GpuEvent } from '@/api/types'
import { RequestError } from '@/api/problem'
import { anEvent } from '@/testing/incidents'
import { START } from '@/testing/snapshots'
import { EventKeeper } from './event-service'
import { noEvents } from './events'

function keeperOf(...pages: (EventPage | Error)[]) {
  const events = noEvents()
  const asked: EventQuestion[] = []
  const told: number[] = []
  events.hearers.add(({ id }) => told.push(id))
  const ask = (question: EventQuestion) => {
    asked.push(question)
    const page = pages.shift() ?? pageOf([])
    return page instanceof Error ? Promise.reject(page) : Promise.resolve(page)
  }
  return { events, asked, told, keeper: new EventKeeper(events, ask, () => START + 3_600_000) }
}

function pageOf(events: GpuEvent[], next: number | null = null): EventPage {
  return { events, next, sequence: Math.max(0, ...events.map(({ sequence }) => sequence)) }
}

const ids = (events: { day: { value: readonly GpuEvent[] | null } }) => events.day.value?.map(({ id }) => id)

it('begins with the newest of the day', async () => {
  const { events, asked, keeper } = keeperOf(pageOf([anEvent(2), anEvent(1)], 1))
  await keeper.catchUp()

  expect(ids(events)).toEqual([2, 1])
  expect(events.older.value).toBe(1)
  expect(asked).toEqual([{ range: '24h', limit: '200' }])
})

it('asks after an outage for what it may have missed, also before what the stream has told since', async () => {
  const { events, asked, told, keeper } = keeperOf(pageOf([anEvent(1)]), pageOf([anEvent(2), anEvent(3)]))
  await keeper.catchUp()
  keeper.hear(JSON.stringify(anEvent(3)))
  await keeper.catchUp()

  expect(asked[1]).toEqual({ since: '1001', limit: '1000' })
  expect(ids(events)).toEqual([3, 2, 1])
  expect(told).toEqual([3, 2])
})

it('goes on until the server has no more', async () => {
  const { events, asked, keeper } = keeperOf(pageOf([anEvent(1)]), pageOf([anEvent(2)], 1002), pageOf([anEvent(3)]))
  await keeper.catchUp()
  await keeper.catchUp()

  expect(asked.slice(1).map(({ since }) => since)).toEqual(['1001', '1002'])
  expect(ids(events)).toEqual([3, 2, 1])
})

it('takes the newest state of an event, and tells of each change once', async () => {
  const { events, told, keeper } = keeperOf(pageOf([anEvent(1)]))
  await keeper.catchUp()
  const changed = anEvent(1, { sequence: 2000, title: 'It is over' })
  for (const event of [changed, changed, anEvent(1)]) keeper.hear(JSON.stringify(event))
  keeper.hear('no JSON')

  expect(events.day.value?.map(({ title }) => title)).toEqual(['It is over'])
  expect(told).toEqual([1])
})

it('forgets what is older than a day', async () => {
  const old = anEvent(-90_000)
  const { events, keeper } = keeperOf(pageOf([anEvent(1), old]))
  await keeper.catchUp()

  expect(ids(events)).toEqual([1])
})

it('reads the whole day once somebody wants it', async () => {
  const { events, asked, keeper } = keeperOf(
    pageOf([anEvent(3)], 3),
    pageOf([]),
    pageOf([anEvent(2)], 2),
    pageOf([anEvent(1)]),
  )
  await keeper.catchUp()
  events.wantsAll.value = true
  await keeper.catchUp()

  expect(asked.map(({ before }) => before)).toEqual([undefined, undefined, '3', '2'])
  expect(ids(events)).toEqual([3, 2, 1])
  expect(events.older.value).toBeNull()
})

it('says why there are none, and begins once there are', async () => {
  const problem = new RequestError({ kind: 'refused', status: 404, detail: 'No such path.' })
  const { events, keeper } = keeperOf(problem, pageOf([anEvent(1)]))
  await keeper.catchUp()
  expect(events.day.value).toBeNull()
  expect(events.failure.value?.status).toBe(404)

  await keeper.catchUp()
  expect(ids(events)).toEqual([1])
  expect(events.failure.value).toBeNull()
})
