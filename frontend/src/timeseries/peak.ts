import type { Timeline } from './timeline'

/** After this time the peak may have left the timeline and is searched again. */
const RENEWED_MILLIS = 60_000

interface Peak {
  generation: number
  insertions: number
  most: number
  /** Samples up to here have been compared. */
  until: number
  renewed: number
}

const known = new WeakMap<Timeline, Map<string, Peak>>()

/**
 * The greatest of all samples by name. Only new samples are compared: `greatestFrom` returns the greatest after a time.
 * A peak that has left the timeline is dropped within a minute.
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
