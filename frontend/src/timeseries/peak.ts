import type { Timeline } from './timeline'

/** After so long the greatest sample may lie before what is remembered, and is looked for anew. */
const RENEWED_MILLIS = 60_000

interface Peak {
  generation: number
  insertions: number
  most: number
  /** Up to here samples have been looked at; in a silence time goes on without them. */
  until: number
  renewed: number
}

const known = new WeakMap<Timeline, Map<string, Peak>>()

/**
 * The greatest of all samples by name, of which only the new ones are looked at: `greatestFrom` tells the greatest
 * after a moment. What has left the memory of the page is forgotten within a minute.
 */
export function peakOf(
  timeline: Timeline,
  name: string,
  edge: number,
  greatestFrom: (from: number | undefined) => number,
): number {
  const peaks = known.get(timeline) ?? new Map<string, Peak>()
  known.set(timeline, peaks)
  const { generation, insertions } = timeline
  const old = peaks.get(name)
  const isSame = old?.generation === generation && old.insertions === insertions
  const isOf = isSame && edge >= old.until && edge - old.renewed < RENEWED_MILLIS
  const most = isOf ? Math.max(old.most, greatestFrom(old.until)) : greatestFrom(undefined)
  const until = Math.min(edge, timeline.lastTime ?? edge)
  peaks.set(name, { generation, insertions, most, until, renewed: isOf ? old.renewed : edge })
  return most
}
