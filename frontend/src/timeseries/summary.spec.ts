import { describe, expect, it } from 'vitest'
import { summarize, summarizeLast } from './summary'

const series = {
  times: Float64Array.of(1000, 2000, 3000, 4000, 5000),
  values: Float32Array.of(10, NaN, 30, 50, NaN),
}

describe('a summary', () => {
  it('is mean and spread of the samples, without gaps', () => {
    expect(summarize(series, 0, 5000)).toEqual({ mean: 30, lo: 10, hi: 50, at: 4000 })
  })

  it('begins after its first moment and includes its last', () => {
    expect(summarize(series, 1000, 4000)).toEqual({ mean: 40, lo: 30, hi: 50, at: 4000 })
  })

  it('is nothing, and not zero, where nothing was read', () => {
    expect(summarize(series, 1000, 2000)).toBeNull()
    expect(summarize(undefined, 0, 5000)).toBeNull()
  })

  it('of the last samples ends at the last of them, not at now', () => {
    expect(summarizeLast(series, 90_000, 1500)).toEqual({ mean: 40, lo: 30, hi: 50, at: 4000 })
  })
})
