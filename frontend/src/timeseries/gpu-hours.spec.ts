import { describe, expect, it } from 'vitest'
import { gpuHours, roundedToSum } from './gpu-hours'

describe('GPU-hours', () => {
  it('have one decimal from 20 on, and two below', () => {
    expect(gpuHours([72_000, 36_000])).toEqual({ total: 30, parts: [20, 10], decimals: 1 })
    expect(gpuHours([900, 36])).toEqual({ total: 0.26, parts: [0.25, 0.01], decimals: 2 })
  })

  it('add up to the last digit', () => {
    const third = 100_000 / 3
    const { total, parts } = gpuHours([third, third, third])

    expect(total).toBe(27.8)
    expect(parts.reduce((sum, each) => sum + each, 0)).toBeCloseTo(total, 9)
    expect(parts).toEqual([9.3, 9.3, 9.2])
  })

  it('round a whole to its parts in any unit', () => {
    expect(roundedToSum([0.333, 0.333, 0.334], 1)).toEqual({ total: 1, parts: [0.3, 0.3, 0.4] })
  })

  it('of nothing are none', () => {
    expect(gpuHours([])).toEqual({ total: 0, parts: [], decimals: 2 })
  })
})
