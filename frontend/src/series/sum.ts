import type { Series } from './timeline'

/** The sum moment by moment. Where one of the series has no sample there is no sum: a part would look like the whole. */
export function summed(all: readonly Series[]): Series {
  const [first, ...others] = all
  if (first === undefined) return { times: new Float64Array(0), values: new Float32Array(0) }
  const values = first.values.slice()
  for (const series of others) {
    for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? NaN) + (series.values[i] ?? NaN)
  }
  return { times: first.times, values }
}
