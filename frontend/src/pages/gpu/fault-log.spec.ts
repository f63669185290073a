import { expect, it } from 'vitest'
import { anEvent } from '@/testing/incidents'
import { START } from '@/testing/snapshots'
import { faultLog } from './fault-log'

const second = (at: number, uuid: string | null = 'GPU-0') =>
  anEvent(at, { title: `Event ${at}`, gpu: uuid === null ? null : { index: 0, uuid } })
const sampled = {
  key: 'sample' as const,
  at: START + 99_000,
  health: 'ok' as const,
  text: 'Last sample',
  lang: undefined,
}
const about = { uuid: 'GPU-0', since: START + 100_000, sampled }

it('has the events of the GPU and of the machine within 30 s of a fault, and its last sample, in order', () => {
  const events = [second(131), second(101), second(100, null), second(100.5, 'GPU-1'), second(70), second(69)]

  expect(faultLog(events, about, 'en').map(({ text }) => text)).toEqual([
    ...['Event 70', 'Last sample', 'Event 100', 'Event 101'],
  ])
})

it('has the six nearest of many', () => {
  const many = faultLog(
    Array.from({ length: 20 }, (_, i) => second(100 + i)),
    about,
    'en',
  )

  expect(many.map(({ text }) => text)).toEqual([
    ...['Last sample', 'Event 100', 'Event 101', 'Event 102', 'Event 103', 'Event 104'],
  ])
})
