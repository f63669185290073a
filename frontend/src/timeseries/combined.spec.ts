import { describe, expect, it } from 'vitest'
import { aligned } from './buckets'
import { combined, greatest, since } from './combined'
import { leastPart } from './part-of'
import { summarize } from './summary'

const series = (...values: number[]) => ({ times: Float64Array.from(values.keys()), values: Float32Array.from(values) })
const bucket = { ...series(50, 60), lo: Float32Array.of(0, 10), hi: Float32Array.of(100, 90) }
const valuesOf = ({ values }: { values: Float32Array }) => [...values]

describe('several GPUs as one line', () => {
  it('are their sum at each time, of those that have a sample', () => {
    const all = [series(1, 2, NaN), series(10, NaN, NaN), series(100, 200, NaN)]

    expect(valuesOf(combined(all, { as: 'sum' }))).toEqual([111, 202, NaN])
  })

  it('have no sum without all parts of one figure', () => {
    const parts = [series(1, 2), series(NaN, 20)]

    expect(valuesOf(combined(parts, { as: 'sum', least: 2 }))).toEqual([NaN, 22])
  })

  it('remain as they were', () => {
    const part = series(1, 2)
    combined([part, series(5, 5)], { as: 'sum' })

    expect(valuesOf(part)).toEqual([1, 2])
    expect(combined([], { as: 'sum' }).values).toHaveLength(0)
  })

  it('are their mean, with the least and the greatest of them', () => {
    const all = combined([series(10, NaN, NaN), series(30, 50, NaN)])

    expect(valuesOf(all)).toEqual([20, 50, NaN])
    expect([...all.lo]).toEqual([10, 50, NaN])
    expect([...all.hi]).toEqual([30, 50, NaN])
  })

  it('are the greatest of them, down to the least', () => {
    const all = combined([series(40, NaN), series(85, 50)], { as: 'most' })

    expect([valuesOf(all), [...all.lo], [...all.hi]]).toEqual([
      [85, 50],
      [40, 50],
      [85, 50],
    ])
  })

  it('have the spread of their buckets, and of a sum the sum of it', () => {
    expect(combined([bucket, series(70, 80)])).toMatchObject({
      ...{ values: Float32Array.of(60, 70), lo: Float32Array.of(0, 10), hi: Float32Array.of(100, 90) },
    })
    expect(combined([bucket, series(70, 80)], { as: 'sum' })).toMatchObject({
      ...{ values: Float32Array.of(120, 140), lo: Float32Array.of(70, 90), hi: Float32Array.of(170, 170) },
    })
  })

  it('are a share of the limits of those that have a sample, without a spread', () => {
    const shares = combined([bucket, series(NaN, 30)], { shares: [1, 2] })

    expect(valuesOf(shares)).toEqual([50, 30])
    expect(shares.lo).toEqual(shares.values)
  })

  it('retain their spread in buckets and summaries', () => {
    const times = Float64Array.from([1000, 2000, 3000])
    const all = combined([
      { times, values: Float32Array.of(10, NaN, NaN) },
      { times, values: Float32Array.of(30, 50, NaN) },
    ])
    const { columns } = aligned([all], { from: 1000, to: 3000, stepMillis: 4000, patienceMillis: 4000 })

    expect(columns[0]).toMatchObject({ lo: [10], mean: [35], hi: [50] })
    expect(summarize(all, 0, 3000)).toMatchObject({ lo: 10, mean: 35, hi: 50 })
  })

  it('have nothing before the first requested time, but the sample before it behind a gap', () => {
    const mean = combined([bucket, series(70, 80)], { from: 1 })

    expect(valuesOf(mean)).toEqual([NaN, 70])
    expect([...mean.lo, ...mean.hi, ...mean.times]).toEqual([NaN, 10, NaN, 90, 0, 1])
    expect(valuesOf(combined([series(1, NaN, NaN, 4)], { from: 2 }))).toEqual([1, NaN, NaN, 4])
  })

  it('have a least part, from when to when, also if all of them have samples since', () => {
    const all = series(1, 1, 1, 1, 1, 1)

    expect(leastPart([all, series(1, NaN, NaN, 1, 1, 1)])).toEqual({ n: 1, from: 1, to: 2, isWhole: false })
    expect(leastPart([all, series(NaN, NaN, 1, 1, 1, 1)])).toEqual({ n: 1, from: 0, to: 1, isWhole: false })
    expect(leastPart([all, series(1, 1, NaN, NaN, NaN, NaN)])).toEqual({ n: 1, from: 2, to: null, isWhole: false })
    expect(leastPart([all, series(NaN, NaN, NaN, NaN, NaN, NaN)])).toMatchObject({ n: 1, isWhole: true })
    expect(leastPart([all, all])).toMatchObject({ n: 2, isWhole: true })
  })

  it('have the longest of several such times, the latest of equal ones', () => {
    const all = series(1, 1, 1, 1, 1, 1, 1)

    expect(leastPart([all, series(1, NaN, NaN, 1, NaN, 1, 1)])).toMatchObject({ from: 1, to: 2 })
    expect(leastPart([all, series(1, NaN, 1, 1, NaN, 1, 1)])).toMatchObject({ from: 4, to: 4 })
  })

  it('are not counted at the newest time, whose samples may be stored later, nor where none has a sample', () => {
    expect(leastPart([series(1, 1, 1, NaN), series(1, 1, NaN, NaN)])).toMatchObject({ n: 2, isWhole: true })
    expect(leastPart([series(1, NaN, 1, 1), series(1, NaN, 1, 1)])).toMatchObject({ n: 2, isWhole: true })
    expect(leastPart([series(1), series(NaN)])).toMatchObject({ n: 1, isWhole: true })
    expect(leastPart([series(NaN), series(NaN)])).toBeNull()
    expect(leastPart([])).toBeNull()
  })
})

it('a part of stored buckets keeps their spread, which a scale fits', () => {
  expect(since(bucket, 1)).toMatchObject({ lo: Float32Array.of(10), hi: Float32Array.of(90) })
  expect(greatest([since(bucket, 1)])).toBe(90)
})
