import type { UsageInterval } from '@/api/types'
import type { Span } from './span'

/** An interval on the time axis, in percent of its width, and its lane. */
export interface Placed {
  interval: UsageInterval
  left: number
  width: number
  lane: number
}

export interface GpuLanes {
  gpu: string
  index: number
  placed: Placed[]
  /** Maximum number of simultaneous processes. */
  lanes: number
}

/** More cannot be distinguished; the longest are shown. */
export const MAX_INTERVALS = 400
const LEAST_PERCENT = 0.15

export interface Lanes {
  rows: GpuLanes[]
  /** Number of omitted intervals. */
  left: number
}

/** Places the intervals within a span in lanes by GPU, so that none covers another, from when each was first seen. */
export function lanesOf(
  intervals: readonly UsageInterval[],
  span: Span,
  openEndOf: (interval: UsageInterval) => number,
): Lanes {
  const within = intervals
    .map((interval) => ({ interval, ...cut(interval, span, openEndOf(interval)) }))
    .filter(({ from, to }) => to > from)
  const shown = within
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, MAX_INTERVALS)
    .sort((a, b) => a.from - b.from)
  const gpus = new Map<string, GpuLanes>()
  const ends = new Map<string, number[]>()
  for (const { interval, from, to } of shown) {
    const { gpu, index } = interval
    const row = gpus.get(gpu) ?? { gpu, index, placed: [], lanes: 0 }
    const busy = ends.get(gpu) ?? []
    const free = busy.findIndex((end) => end <= from)
    const lane = free < 0 ? busy.length : free
    busy[lane] = to
    const percent = (millis: number) => (millis / (span.to - span.from)) * 100
    row.placed.push({
      interval,
      lane,
      left: Math.min(100 - LEAST_PERCENT, percent(from - span.from)),
      width: Math.max(LEAST_PERCENT, percent(to - from)),
    })
    row.lanes = busy.length
    gpus.set(gpu, row)
    ends.set(gpu, busy)
  }
  return { rows: [...gpus.values()].sort((a, b) => a.index - b.index), left: within.length - shown.length }
}

function cut({ firstSeenAt, endedAt }: UsageInterval, { from, to }: Span, open: number): Span {
  const end = endedAt === null ? open : Date.parse(endedAt)
  return { from: Math.max(from, Date.parse(firstSeenAt)), to: Math.min(to, end) }
}
