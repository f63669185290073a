import { highs, lows } from './summary'
import type { Series } from './timeline'

/**
 * Several GPUs as one line: their mean or their sum, which at no moment of a bucket was below that of the least values, nor
 * above that of the greatest. Where one of them has no sample there is no sum, since a part would look like the whole; one
 * that has none at all is left out.
 */
export function together(all: readonly Series[], way: 'mean' | 'sum'): Series | undefined {
  const heard = all.filter(({ values }) => values.some((value) => !Number.isNaN(value)))
  const [first] = heard
  if (first === undefined) return all[0]
  const length = first.times.length
  const values = new Float32Array(length).fill(NaN)
  const lo = new Float32Array(length).fill(NaN)
  const hi = new Float32Array(length).fill(NaN)
  for (let i = 0; i < length; i++) {
    const there = heard.filter(({ values: each }) => !Number.isNaN(each[i]))
    if (there.length === 0 || (way === 'sum' && there.length < heard.length)) continue
    const whole = way === 'sum' ? 1 : there.length
    const of = (column: (series: Series) => Float32Array | undefined) =>
      there.reduce((total, series) => total + (column(series)?.[i] ?? NaN), 0) / whole
    values[i] = of((series) => series.values)
    lo[i] = of(lows)
    hi[i] = of(highs)
  }
  return { times: first.times, values, lo, hi }
}
