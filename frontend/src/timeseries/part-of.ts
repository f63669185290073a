import type { Series } from './timeline'

/** Number of series with a sample at the newest time at which one of them has any. */
export function partOf(all: readonly Series[]): number {
  for (let i = (all[0]?.times.length ?? 0) - 1; i >= 0; i--) {
    const n = all.filter(({ values }) => !Number.isNaN(values[i] ?? NaN)).length
    if (n > 0) return n
  }
  return 0
}
