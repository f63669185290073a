import { highs } from './summary'
import { firstAfter, type Series } from './timeline'

/** The part of a series after a time. */
export function since({ times, values, lo, hi }: Series, from: number): Series {
  const first = Math.max(0, firstAfter(times, from) - 1)
  return {
    times: times.subarray(first),
    values: values.subarray(first),
    ...(lo && hi && { lo: lo.subarray(first), hi: hi.subarray(first) }),
  }
}

/**
 * Sum of series that share their times; series without a sample at a time are ignored. With shares, the sum is divided
 * by the shares of the others.
 */
export function summed(all: readonly Series[], shares?: readonly number[]): Series | undefined {
  const [first] = all
  if (first === undefined) return undefined
  const values = new Float32Array(first.times.length).fill(NaN)
  for (let i = 0; i < values.length; i++) {
    let sum = 0
    let whole = 0
    let count = 0
    for (let each = 0; each < all.length; each++) {
      const value = all[each]?.values[i] ?? NaN
      if (Number.isNaN(value)) continue
      sum += value
      whole += shares?.[each] ?? 0
      count++
    }
    if (count > 0) values[i] = shares === undefined ? sum : sum / whole
  }
  return { times: first.times, values }
}

/**
 * The mean of series that share their times, with the least and the greatest of them; NaN before `from`, so that the
 * result shares these times as well.
 */
export function pooled(all: readonly Series[], from = -Infinity): Series | undefined {
  const [first] = all
  if (first === undefined) return undefined
  const { length } = first.times
  const empty = () => new Float32Array(length).fill(NaN)
  const [values, lo, hi] = [empty(), empty(), empty()]
  let begin = Math.max(0, firstAfter(first.times, from) - 1)
  // A gap at that time has the last sample before it.
  while (begin > 0 && all.every(({ values }) => Number.isNaN(values[begin]))) begin--
  for (let i = begin; i < length; i++) {
    let [sum, count, least, most] = [0, 0, Infinity, -Infinity]
    for (const series of all) {
      const value = series.values[i] ?? NaN
      if (Number.isNaN(value)) continue
      sum += value
      count++
      least = Math.min(least, series.lo?.[i] ?? value)
      most = Math.max(most, series.hi?.[i] ?? value)
    }
    if (count === 0) continue
    values[i] = sum / count
    lo[i] = least
    hi[i] = most
  }
  return { times: first.times, values, lo, hi }
}

/** Sum of all series. Where one has no sample there is no sum, which would look complete. */
export function wholeSum(all: readonly Series[]): Series {
  const [first, ...others] = all
  if (first === undefined) return { times: new Float64Array(0), values: new Float32Array(0) }
  const values = first.values.slice()
  for (const series of others) {
    for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? NaN) + (series.values[i] ?? NaN)
  }
  return { times: first.times, values }
}

/** The greatest sample there is, or 0 without any. */
export function greatest(all: readonly (Series | undefined)[]): number {
  let most = 0
  for (const series of all) {
    if (series === undefined) continue
    for (const value of highs(series) ?? []) if (value > most) most = value
  }
  return most
}
