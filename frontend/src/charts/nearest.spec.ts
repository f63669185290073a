import { expect, it } from 'vitest'
import { nearestLine } from './nearest'

it('a click picks the nearest line', () => {
  expect(
    nearestLine(
      [
        { index: 0, y: 20 },
        { index: 3, y: 26 },
      ],
      24,
    ),
  ).toBe(3)
})

it('a click far from all lines picks none', () => {
  expect(nearestLine([{ index: 0, y: 20 }], 40)).toBeNull()
  expect(nearestLine([], 40)).toBeNull()
})

it('a line of no GPU, or without a sample there, is not picked', () => {
  expect(
    nearestLine(
      [
        { index: null, y: 20 },
        { index: 2, y: null },
      ],
      20,
    ),
  ).toBeNull()
})
