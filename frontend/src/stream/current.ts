const STALE_PERIODS = 3
const STALE_MILLIS = 2000

/** Maximum age of a current snapshot. */
export function currentForMillis(everyMillis: number): number {
  return Math.max(STALE_PERIODS * everyMillis, STALE_MILLIS)
}
