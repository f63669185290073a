import type { Series } from '@/series/timeline'

/**
 * Several GPUs as one line: their mean with the least and the most of any of them, or their sum. Where one of them has no
 * sample there is no sum, since a part would look like the whole; one that has none at all is left out.
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
    const sum = there.reduce((total, series) => total + (series.values[i] ?? NaN), 0)
    values[i] = way === 'sum' ? sum : sum / there.length
    lo[i] = Math.min(...there.map((series) => (series.lo ?? series.values)[i] ?? NaN))
    hi[i] = Math.max(...there.map((series) => (series.hi ?? series.values)[i] ?? NaN))
  }
  return way === 'sum' ? { times: first.times, values } : { times: first.times, values, lo, hi }
}
