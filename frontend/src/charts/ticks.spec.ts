import { expect, it } from 'vitest'
import { timeTicks } from './ticks'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = new Date(2026, 2, 3, 12, 7).getTime()

function hours(span: number, pixels: number): number[] {
  return timeTicks(NOON - span, NOON, pixels).map(({ time }) => new Date(time).getHours())
}

it('an axis of hours has round hours of the reader', () => {
  expect(hours(12 * HOUR, 700)).toEqual([2, 4, 6, 8, 10])
  expect(hours(DAY, 900).every((hour) => hour % 3 === 0)).toBe(true)
})

it('an axis of days has midnights, evenly', () => {
  const week = timeTicks(NOON - 7 * DAY, NOON, 900).map(({ time }) => new Date(time))
  expect(week.every((time) => time.getHours() === 0 && time.getMinutes() === 0)).toBe(true)
  expect(week).toHaveLength(7)

  const month = timeTicks(NOON - 30 * DAY, NOON, 900).map(({ time }) => time)
  expect(month.length).toBeGreaterThan(4)
  expect(month.length).toBeLessThan(12)
})

it('a label that an edge would cut is left out', () => {
  const ticks = timeTicks(NOON - HOUR, NOON, 600)

  expect(ticks.every(({ share }) => share > 0.03 && share < 0.97)).toBe(true)
  expect(timeTicks(NOON - HOUR, NOON, 20)).toEqual([])
})
