import type { Series } from './timeline'
import type { Banded } from './trace'

/** Mean and spread over all given series, moment by moment; those not read at a moment are left out of it. */
export function fleet(all: readonly Series[]): Banded {
  const times = all[0]?.times ?? new Float64Array(0)
  const lo = new Float32Array(times.length).fill(NaN)
  const mean = new Float32Array(times.length).fill(NaN)
  const hi = new Float32Array(times.length).fill(NaN)
  for (let i = 0; i < times.length; i++) {
    let sum = 0
    let count = 0
    let least = Infinity
    let most = -Infinity
    for (const series of all) {
      const value = series.values[i] ?? NaN
      if (Number.isNaN(value)) continue
      sum += value
      count++
      if (value < least) least = value
      if (value > most) most = value
    }
    if (count === 0) continue
    lo[i] = least
    mean[i] = sum / count
    hi[i] = most
  }
  return { times, lo, mean, hi }
}

export function alone(series: Series): Banded {
  return { times: series.times, lo: series.values, mean: series.values, hi: series.values }
}
