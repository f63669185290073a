import { highs, lows } from './summary'
import type { Series } from './timeline'

/**
 * Combines several GPUs to one line: their mean or their sum, with the same of their minima and maxima. A GPU without any
 * sample is ignored. Where another one has no sample there is no sum, which would look complete.
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
