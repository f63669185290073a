import { highs, lows } from './summary'
import { firstAfter, type Series } from './timeline'

/** The figure of several GPUs; the default is the mean. */
export type Figure = 'mean' | 'sum' | 'most'

/** How several GPUs become one line. */
interface Way {
  as?: Figure
  /** The parts that a mean is divided by, instead of their number: a sum of watts by a sum of limits. */
  shares?: readonly number[]
  /** Number of series without which there is no value: all of them for the parts of one figure. */
  least?: number
  /** The earliest time that is needed; there are no values before it. */
  from?: number | undefined
}

type Spreads = Required<Series>

/**
 * Combines series that share their times: the mean with the least and the greatest of them, or the sum with the sum of
 * their minima and maxima, or the greatest of them with the least. It is of those that have a sample at the time; the page shows how many they are.
 */
export function combined(
  all: readonly Series[],
  { as = 'mean', shares, least = 1, from = -Infinity }: Way = {},
): Spreads {
  const isSum = as === 'sum'
  const times = all[0]?.times ?? new Float64Array(0)
  const empty = () => new Float32Array(times.length).fill(NaN)
  const [values, lo, hi] = [empty(), empty(), empty()]
  const columns = all.map((series) => ({ values: series.values, lo: lows(series), hi: highs(series) }))
  for (let i = beginOf(all, times, from); i < times.length; i++) {
    let [total, whole, count, low, high] = [0, 0, 0, isSum ? 0 : Infinity, isSum ? 0 : -Infinity]
    let top = -Infinity
    for (const [each, column] of columns.entries()) {
      const value = column.values[i] ?? NaN
      if (Number.isNaN(value)) continue
      const [lowest, highest] = [column.lo?.[i] ?? value, column.hi?.[i] ?? value]
      total += value
      whole += shares?.[each] ?? 1
      count++
      low = isSum ? low + lowest : Math.min(low, lowest)
      high = isSum ? high + highest : Math.max(high, highest)
      top = Math.max(top, value)
    }
    if (count < least) continue
    values[i] = isSum ? total : as === 'most' ? top : total / whole
    if (shares !== undefined) low = high = values[i] ?? NaN
    lo[i] = low
    hi[i] = high
  }
  return { times, values, lo, hi }
}

/** The place of the first sample that is needed: that before the time, also behind a gap. */
function beginOf(all: readonly Series[], times: Float64Array, from: number): number {
  let begin = Math.max(0, firstAfter(times, from) - 1)
  while (begin > 0 && all.every(({ values }) => Number.isNaN(values[begin]))) begin--
  return begin
}

/** The part of a series after a time. */
export function since({ times, values, lo, hi }: Series, from: number): Series {
  const first = Math.max(0, firstAfter(times, from) - 1)
  return {
    times: times.subarray(first),
    values: values.subarray(first),
    ...(lo && hi && { lo: lo.subarray(first), hi: hi.subarray(first) }),
  }
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
