/** A period between two times. */
export interface Span {
  from: number
  to: number
}

/** The longest period that a page of live charts shows. */
export const LONGEST_LIVE_MILLIS = 86_400_000

/** The period between two times that may be absent; null if it is not one, or longer than `mostMillis`. */
export function spanOf(from: number | null, to: number | null, mostMillis: number): Span | null {
  if (from === null || to === null || to <= from || to - from > mostMillis) return null
  return { from, to }
}
