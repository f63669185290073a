import { expect, it } from 'vitest'
import { formatNumber } from './number'

it.each([
  [0, 1],
  [0.15, 1],
  [1.45, 1],
  [2.675, 2],
  [-0.5, 0],
  [999.5, 0],
  [999.96, 1],
  [-1234.56, 1],
  [1234567.8915, 3],
  [0.0000001, 3],
  [68_719_476_736, 0],
  [NaN, 1],
  [Infinity, 0],
])('%d is rounded to %d decimals and grouped as by a formatter', (value, decimals) => {
  const formatter = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

  expect(formatNumber(value, decimals, 'en')).toBe(formatter.format(value).replaceAll(',', '\u202f'))
})
