import { expect, it } from 'vitest'
import { sampledSpans, shapeOf } from './silhouette'

const AXES = { x: (time: number) => time, y: (value: number) => 100 - value, floor: 100 }
const series = {
  times: Float64Array.from([10, 20, 30, 40]),
  values: Float32Array.from([50, 60, NaN, 80]),
}

it('the shape of a state begins and ends with it, at the value of the nearest sample', () => {
  expect(shapeOf(series, 15, 45, AXES)).toEqual([
    [15, 100],
    [15, 40],
    [20, 40],
    [40, 20],
    [45, 20],
    [45, 100],
  ])
})

it('a state without a sample has no shape', () => {
  expect(shapeOf(series, 21, 39, AXES)).toEqual([])
  expect(shapeOf(undefined, 0, 50, AXES)).toEqual([])
})

it('the times with samples end at a gap', () => {
  expect(sampledSpans(series)).toEqual([
    { from: 10, to: 20 },
    { from: 40, to: 40 },
  ])
  expect(sampledSpans(undefined)).toEqual([])
})
