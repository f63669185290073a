import type { Gpu } from '@/api/types'
import { gpuKey } from '@/api/names'
import type { Moment } from '@/store/readings'
import { firstAfter } from '@/timeseries/timeline'
import type { Span } from '@/timeseries/span'

/** Clock event reasons by the driver's mask, those that slow the GPU first. */
const REASONS = [
  { id: 'capped', mask: 0x04, tone: 'warn' },
  { id: 'thermal', mask: 0x20 | 0x40, tone: 'warn' },
  { id: 'brake', mask: 0x08 | 0x80, tone: 'warn' },
  { id: 'sync', mask: 0x10, tone: 'plain' },
  { id: 'fixed', mask: 0x02, tone: 'plain' },
  { id: 'display', mask: 0x100, tone: 'plain' },
  { id: 'idle', mask: 0x01, tone: 'plain' },
] as const

export type ReasonId = (typeof REASONS)[number]['id'] | 'full'

/** A reason over the time of the charts. */
export interface ReasonStrip {
  id: ReasonId
  tone: 'warn' | 'plain' | 'full'
  /** Percentage of the samples. */
  share: number
  /** When it was active. */
  intervals: Span[]
}

export interface ReasonStrips {
  strips: ReasonStrip[]
  /** When there are no samples. */
  gaps: Span[]
}

export const REASON_MASK = 'clocks_event_reasons.active'

/** Computes the strips; each sample is valid until the next one. Returns null without any sample. */
export function reasonStrips(moment: Moment, gpu: Gpu, span: Span): ReasonStrips | null {
  const series = moment.timeline.read(gpuKey(gpu), REASON_MASK)
  if (series === undefined) return null
  const strips: ReasonStrip[] = [
    ...REASONS.map(({ id, tone }) => ({ id, tone, share: 0, intervals: [] })),
    { id: 'full', tone: 'full', share: 0, intervals: [] },
  ]
  const gaps: Span[] = []
  let samples = 0
  let covered = span.from
  for (let i = Math.max(0, firstAfter(series.times, span.from) - 1); i < series.times.length; i++) {
    const time = series.times[i] ?? Infinity
    const mask = series.values[i] ?? NaN
    if (time > span.to) break
    if (Number.isNaN(mask)) continue
    const next = nextSample(series, i)
    const from = Math.max(time, span.from)
    const until = Math.min(next - time > moment.patienceMillis ? time + moment.snapshot.everyMillis : next, span.to)
    if (from - covered > moment.patienceMillis) gaps.push({ from: covered, to: from })
    if (until <= span.from) continue
    covered = until
    samples++
    for (const [row, strip] of strips.entries()) {
      const reason = REASONS[row]
      if (reason === undefined ? mask !== 0 : (mask & reason.mask) === 0) continue
      strip.share++
      extend(strip.intervals, from, until)
    }
  }
  if (span.to - covered > moment.patienceMillis) gaps.push({ from: covered, to: span.to })
  for (const strip of strips) strip.share = samples === 0 ? 0 : (strip.share / samples) * 100
  return samples === 0 ? null : { strips, gaps }
}

/** Returns the path of intervals over the width of the strip, so that hundreds of them are one element. */
export function outline(intervals: readonly Span[], { from, to }: Span): string {
  const place = (time: number) => (((time - from) / (to - from)) * 1000).toFixed(1)
  return intervals.map((each) => `M${place(each.from)} 0H${place(each.to)}V1H${place(each.from)}Z`).join('')
}

function extend(intervals: Span[], from: number, to: number): void {
  const last = intervals.at(-1)
  if (last !== undefined && from <= last.to) last.to = to
  else intervals.push({ from, to })
}

function nextSample({ times, values }: { times: Float64Array; values: Float32Array }, i: number): number {
  for (let next = i + 1; next < times.length; next++) {
    if (!Number.isNaN(values[next])) return times[next] ?? Infinity
  }
  return Infinity
}
