import { expect, it } from 'vitest'
import { wholeSum } from './sums'

const series = (...values: number[]) => ({ times: Float64Array.from(values.keys()), values: Float32Array.from(values) })

it('a sum is taken moment by moment', () => {
  expect([...wholeSum([series(1, 2), series(10, 20), series(100, 200)]).values]).toEqual([111, 222])
})

it('there is no sum where one of the samples is missing', () => {
  expect([...wholeSum([series(1, 2), series(NaN, 20)]).values]).toEqual([NaN, 22])
})

it('a sum leaves its parts as they were', () => {
  const part = series(1, 2)
  wholeSum([part, series(5, 5)])

  expect([...part.values]).toEqual([1, 2])
})

it('of nothing there is no sample', () => {
  expect(wholeSum([]).values).toHaveLength(0)
})
