import { expect, it } from 'vitest'
import { greatest, pooled, since, wholeSum } from './sums'

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

it('the mean of stored buckets has the spread of their samples', () => {
  const bucket = { ...series(50, 60), lo: Float32Array.of(0, 10), hi: Float32Array.of(100, 90) }
  const mean = pooled([bucket, series(70, 80)], 1)

  expect([...(mean?.values ?? [])]).toEqual([NaN, 70])
  expect([...(mean?.lo ?? [])]).toEqual([NaN, 10])
  expect([...(mean?.hi ?? [])]).toEqual([NaN, 90])
  expect([...(mean?.times ?? [])]).toEqual([0, 1])
})

it('a gap at the first requested time has the sample before it', () => {
  expect([...(pooled([series(1, NaN, NaN, 4)], 2)?.values ?? [])]).toEqual([1, NaN, NaN, 4])
})

it('a part of stored buckets keeps their spread, which a scale fits', () => {
  const bucket = { ...series(50, 60), lo: Float32Array.of(0, 10), hi: Float32Array.of(100, 90) }

  expect(since(bucket, 1)).toMatchObject({ lo: Float32Array.of(10), hi: Float32Array.of(90) })
  expect(greatest([since(bucket, 1)])).toBe(90)
})
