import type { Gpu } from '@/api/types'
import { gpuKey } from '@/api/names'
import type { Moment } from '@/store/readings'
import { firstAfter } from '@/timeseries/timeline'
import type { Gap } from '@/timeseries/buckets'

/** Why clocks are as they are, by the driver's mask; what costs something first. */
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

/** One reason over the time that the charts show. */
export interface ReasonStrip {
  id: ReasonId
  tone: 'warn' | 'plain' | 'full'
  /** Of the samples there were, in percent. */
  share: number
  /** When it held. */
  spells: Gap[]
}

export interface ReasonStrips {
  strips: ReasonStrip[]
  /** When nothing was told. */
  gaps: Gap[]
}

export const REASON_MASK = 'clocks_event_reasons.active'

/** Each sample speaks for the time up to the next one; null where none was told at all. */
export function reasonStrips(moment: Moment, gpu: Gpu, span: Gap): ReasonStrips | null {
  const series = moment.timeline.read(gpuKey(gpu), REASON_MASK)
  if (series === undefined) return null
  const strips: ReasonStrip[] = [
    ...REASONS.map(({ id, tone }) => ({ id, tone, share: 0, spells: [] })),
    { id: 'full', tone: 'full', share: 0, spells: [] },
  ]
  const gaps: Gap[] = []
  let samples = 0
  let heard = span.from
  for (let i = Math.max(0, firstAfter(series.times, span.from) - 1); i < series.times.length; i++) {
    const time = series.times[i] ?? Infinity
    const mask = series.values[i] ?? NaN
    if (time > span.to) break
    if (Number.isNaN(mask)) continue
    const next = nextSample(series, i)
    const from = Math.max(time, span.from)
    const until = Math.min(next - time > moment.patienceMillis ? time + moment.snapshot.everyMillis : next, span.to)
    if (from - heard > moment.patienceMillis) gaps.push({ from: heard, to: from })
    if (until <= span.from) continue
    heard = until
    samples++
    for (const [row, strip] of strips.entries()) {
      const reason = REASONS[row]
      if (reason === undefined ? mask !== 0 : (mask & reason.mask) === 0) continue
      strip.share++
      extend(strip.spells, from, until)
    }
  }
  if (span.to - heard > moment.patienceMillis) gaps.push({ from: heard, to: span.to })
  for (const strip of strips) strip.share = samples === 0 ? 0 : (strip.share / samples) * 100
  return samples === 0 ? null : { strips, gaps }
}

/** Spells as one outline over the width of the strip, so that hundreds of them are a single element. */
export function outline(spells: readonly Gap[], { from, to }: Gap): string {
  const place = (time: number) => (((time - from) / (to - from)) * 1000).toFixed(1)
  return spells.map((spell) => `M${place(spell.from)} 0H${place(spell.to)}V1H${place(spell.from)}Z`).join('')
}

function extend(spells: Gap[], from: number, to: number): void {
  const last = spells.at(-1)
  if (last !== undefined && from <= last.to) last.to = to
  else spells.push({ from, to })
}

function nextSample({ times, values }: { times: Float64Array; values: Float32Array }, i: number): number {
  for (let next = i + 1; next < times.length; next++) {
    if (!Number.isNaN(values[next])) return times[next] ?? Infinity
  }
  return Infinity
}
