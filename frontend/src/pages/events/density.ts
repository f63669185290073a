import type { GpuEvent, Severity } from '@/api/types'
import type { Palette } from '@/charts/palette'
import type { Painter, Size } from '@/charts/painter'

/* The number of events in each quarter of an hour. */

export const DAY_MILLIS = 86_400_000
export const BUCKET_MILLIS = 900_000

export type Counts = Record<Severity, number>
export interface Density {
  from: number
  to: number
  buckets: { begin: number; counts: Counts }[]
  /** Periods without samples. */
  gaps: { from: number; to: number }[]
}

/** Counts the events of the last 24 hours in quarters of an hour of the clock. */
export function densityOf(
  events: readonly Pick<GpuEvent, 'at' | 'until' | 'kind' | 'severity'>[],
  now: number,
): Density {
  const to = Math.ceil(now / BUCKET_MILLIS) * BUCKET_MILLIS
  const from = to - DAY_MILLIS
  const buckets = Array.from({ length: DAY_MILLIS / BUCKET_MILLIS }, (_, i) => ({
    begin: from + i * BUCKET_MILLIS,
    counts: { info: 0, warning: 0, critical: 0 },
  }))
  const gaps: Density['gaps'] = []
  for (const { at, until, kind, severity } of events) {
    const begin = Date.parse(at)
    const bucket = buckets[Math.floor((begin - from) / BUCKET_MILLIS)]
    if (kind === 'gap') gaps.push({ from: Math.max(from, begin), to: until === null ? now : Date.parse(until) })
    else if (bucket !== undefined) bucket.counts[severity]++
  }
  return { from, to, buckets, gaps }
}

export function sumOf({ buckets }: Density): Counts {
  const all = { info: 0, warning: 0, critical: 0 }
  for (const { counts } of buckets) {
    all.info += counts.info
    all.warning += counts.warning
    all.critical += counts.critical
  }
  return all
}

const MOST_BOXES = 6
const WORST_FIRST = ['critical', 'warning', 'info'] as const

/** Returns the number of events of a box that fits the highest column. */
export function eventsPerBox(density: Density): number {
  const columns = (each: number) => density.buckets.map(({ counts }) => boxesOf(counts, each).length)
  let each = 1
  while (Math.max(0, ...columns(each)) > MOST_BOXES) each++
  return each
}

/** Returns boxes from the bottom up, the worst first, with at least one of each severity that occurred. */
export function boxesOf(counts: Counts, each: number): Severity[] {
  return WORST_FIRST.flatMap((severity) => Array.from({ length: Math.ceil(counts[severity] / each) }, () => severity))
}

const PITCH = 9
const BOX_HEIGHT = 7

/** Draws a column of boxes for each quarter of an hour, and hatches periods without samples. */
export function drawDensity(
  painter: Painter,
  { width, height }: Size,
  density: Density,
  colours: Pick<Palette, 'error' | 'warnFill' | 'faint' | 'plainSoft' | 'hatch'>,
): void {
  const { from, to, buckets, gaps } = density
  const x = (time: number) => ((time - from) / (to - from)) * width
  const step = width / buckets.length
  const tone = { critical: colours.error, warning: colours.warnFill, info: colours.faint }
  const each = eventsPerBox(density)
  for (const { begin, counts } of buckets) {
    const left = x(begin)
    painter.box({ left, top: height - 2, width: Math.max(1, step - 2), height: 2 }, colours.plainSoft)
    boxesOf(counts, each).forEach((severity, i) => {
      const top = height - 4 - (i + 1) * PITCH
      painter.box({ left, top, width: Math.max(1.5, step - 2), height: BOX_HEIGHT }, tone[severity])
    })
  }
  for (const gap of gaps) {
    const left = Math.max(0, x(gap.from))
    // A short gap must be visible.
    const right = Math.min(width, Math.max(x(gap.to), left + 3))
    painter.hatch({ left, top: 0, width: right - left, height }, colours.hatch)
  }
}
