import { expect, it } from 'vitest'
import { axisTicks, roundedUp } from './axis'

it.each([
  [79.7, [0, 20, 40, 60, 79.7]],
  [24, [0, 5, 10, 15, 20, 24]],
  [478, [0, 100, 200, 300, 400, 478]],
  [16, [0, 5, 10, 16]],
  [8, [0, 2, 4, 6, 8]],
  [141, [0, 50, 100, 141]],
  [0.5, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
  [0, []],
])('an axis to %d is marked at %j', (end, values) => {
  expect(axisTicks(end).map((tick) => Number(tick.value.toFixed(6)))).toEqual(values)
})

it('the end of an axis is its right edge', () => {
  expect(axisTicks(80).at(-1)).toEqual({ value: 80, percent: 100 })
  expect(axisTicks(80)[1]?.percent).toBe(25)
})

it.each([
  [0, 0],
  [0.34, 0.5],
  [1, 1],
  [27, 50],
  [Math.fround(50e9) / 1e9, 50],
  [133, 200],
  [501, 1000],
])('%d fits an axis to %d', (value, end) => {
  expect(roundedUp(value)).toBeCloseTo(end)
})
