import { expect, it } from 'vitest'
import { formatIndexes } from './indexes'

it.each([
  [[], ''],
  [[4], '4'],
  [[1, 0], '0, 1'],
  [[3, 0, 1, 2, 7, 5, 6], '0–3, 5–7'],
])('indexes %j are written as "%s"', (indexes, text) => {
  expect(formatIndexes(indexes)).toBe(text)
})
