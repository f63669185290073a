import type { Series } from './timeline'

/** The least number of series with a sample, and the longest time with so few. */
export interface Part {
  n: number
  from: number
  /** Null if it lasts. */
  to: number | null
  /** Whether it is of all times. */
  isWhole: boolean
}

/**
 * Returns the least part of several series. Times at which none has a sample do not count, nor does the newest one,
 * whose samples may not be stored yet. Null where no series has a sample.
 */
export function leastPart(all: readonly Series[]): Part | null {
  const counts = Array.from(all[0]?.times ?? [], (time, i) => ({
    time,
    n: all.filter(({ values }) => !Number.isNaN(values[i] ?? NaN)).length,
  })).filter(({ n }) => n > 0)
  const settled = counts.length > 1 ? counts.slice(0, -1) : counts
  const least = settled.reduce((most, { n }) => Math.min(most, n), Infinity)
  let longest: { from: number; to: number } | null = null
  let begin: number | null = null
  for (const { time, n } of settled) {
    begin = n > least ? null : (begin ?? time)
    if (begin !== null && (longest === null || time - begin >= longest.to - longest.from))
      longest = { from: begin, to: time }
  }
  if (longest === null) return null
  const { from, to } = longest
  const lasts = to === settled.at(-1)?.time
  return { n: least, from, to: lasts ? null : to, isWhole: lasts && from === settled[0]?.time }
}
