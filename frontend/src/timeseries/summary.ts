import { firstAfter, type Series } from './timeline'

export interface Spread {
  mean: number
  lo: number
  hi: number
}

export interface Summary extends Spread {
  /** When the newest of the summarized samples was taken. */
  at: number
}

/** Mean and spread of the samples after `from` up to `to`, or null where there is none. */
export function summarize(series: Series | undefined, from: number, to: number): Summary | null {
  if (series === undefined) return null
  let sum = 0
  let count = 0
  let at = 0
  let lo = Infinity
  let hi = -Infinity
  const [least, most] = [lows(series), highs(series)]
  for (let i = firstAfter(series.times, from); i < series.times.length; i++) {
    const time = series.times[i] ?? Infinity
    const value = series.values[i] ?? NaN
    if (time > to) break
    if (Number.isNaN(value)) continue
    sum += value
    count++
    at = time
    lo = Math.min(lo, least?.[i] ?? value)
    hi = Math.max(hi, most?.[i] ?? value)
  }
  return count === 0 ? null : { mean: sum / count, lo, hi, at }
}

/** The minimum at each time. */
export function lows(series: Series | undefined): Float32Array | undefined {
  return series?.lo ?? series?.values
}

/** The maximum at each time. */
export function highs(series: Series | undefined): Float32Array | undefined {
  return series?.hi ?? series?.values
}

/** Summary of the last available samples, which pages show as "now", however old they are. */
export function summarizeLast(series: Series | undefined, to: number, spanMillis: number): Summary | null {
  const last = lastSampleTime(series, to)
  return last === null ? null : summarize(series, last - spanMillis, last)
}

function lastSampleTime(series: Series | undefined, to: number): number | null {
  if (series === undefined) return null
  for (let i = firstAfter(series.times, to) - 1; i >= 0; i--) {
    if (!Number.isNaN(series.values[i])) return series.times[i] ?? null
  }
  return null
}
