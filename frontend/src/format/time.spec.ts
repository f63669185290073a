import { expect, it } from 'vitest'
import { formatPeriod, formatTick, formatWhen } from './time'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = new Date(2026, 2, 3, 12, 7, 5).getTime()

it('a moment of today has its seconds, another one its day', () => {
  expect(formatWhen(NOW - HOUR, NOW)).toBe('11:07:05')
  expect(formatWhen(NOW - DAY, NOW)).toBe('2 Mar 12:07')
})

it('both ends of a period have the same form', () => {
  expect(formatPeriod(NOW - HOUR, NOW, NOW)).toEqual({ from: '11:07:05', to: '12:07:05' })
  expect(formatPeriod(NOW - DAY, NOW, NOW)).toEqual({ from: '2 Mar 12:07', to: '3 Mar 12:07' })
})

it('labels of an axis are the shorter the longer it is', () => {
  const midnight = new Date(2026, 2, 3).getTime()

  expect(formatTick(NOW, 5 * 60_000)).toBe('12:07:05')
  expect(formatTick(NOW, DAY)).toBe('12:07')
  expect(formatTick(midnight, 7 * DAY)).toBe('Tue')
  expect(formatTick(midnight, 30 * DAY)).toBe('3 Mar')
})
