const STALE_PERIODS = 3
const STALE_MILLIS = 2000

/** How old the newest snapshot may be and still be called current. */
export function currentForMillis(everyMillis: number): number {
  return Math.max(STALE_PERIODS * everyMillis, STALE_MILLIS)
}
