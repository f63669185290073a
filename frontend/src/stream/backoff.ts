const STEPS_MILLIS = [1000, 2000, 4000, 8000, 15_000] as const
const LAST_MILLIS = 15_000
const JITTER = 0.2

/**
 * The wait before the given attempt, counted from 1. The jitter spreads the dashboards of a cluster, which all lose a
 * restarting server at the same time.
 */
export function retryMillis(attempt: number, jitter: number): number {
  const step = STEPS_MILLIS[attempt - 1] ?? LAST_MILLIS
  return Math.round(step * (1 - JITTER + 2 * JITTER * jitter))
}
