import type { Series } from './timeline'

/** Mean and spread of all series at each time; series without a value there are ignored. */
export function fleet(all: readonly Series[]): Series {
  const times = all[0]?.times ?? new Float64Array(0)
  const lo = new Float32Array(times.length).fill(NaN)
  const values = new Float32Array(times.length).fill(NaN)
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
    values[i] = sum / count
    hi[i] = most
  }
  return { times, values, lo, hi }
}
