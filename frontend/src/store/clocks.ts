import type { Gpu } from '@/api/types'
import { gpuKey } from '@/api/names'
import { firstAfter } from '@/timeseries/timeline'
import type { Moment } from './readings'

/** Reasons for reduced clocks in the driver's mask; the first that applies is shown. */
const SLOWDOWNS = [
  { reason: 'thermal', mask: 0x20 | 0x40 },
  { reason: 'brake', mask: 0x08 | 0x80 },
  { reason: 'capped', mask: 0x04 },
] as const
const SETTINGS = [
  { reason: 'fixed', mask: 0x02 },
  { reason: 'boost', mask: 0x10 },
  { reason: 'display', mask: 0x100 },
] as const

export type SlowdownReason = (typeof SLOWDOWNS)[number]['reason']
export type ClockReason = SlowdownReason | 'idle' | (typeof SETTINGS)[number]['reason'] | 'full'

export interface ClockStatus {
  reason: ClockReason
  /** Share of the last two minutes in percent, for reduced clocks. */
  share: number | null
}

export const RECENT_MILLIS = 120_000
/** Rarer slowdowns are not shown. */
const MIN_SHARE_PERCENT = 5
const REASONS = 'clocks_event_reasons.active'

const statusesOf = new WeakMap<Moment, Map<Gpu, ClockStatus | null>>()

/** The reason for the current clocks, or null if the driver does not report it. */
export function clockStatus(moment: Moment, gpu: Gpu): ClockStatus | null {
  // Cached: it reads all samples of two minutes, and is called several times per moment.
  let statuses = statusesOf.get(moment)
  if (statuses === undefined) statusesOf.set(moment, (statuses = new Map<Gpu, ClockStatus | null>()))
  const known = statuses.get(gpu)
  if (known !== undefined) return known
  const status = statusOf(moment, gpu)
  statuses.set(gpu, status)
  return status
}

function statusOf(moment: Moment, gpu: Gpu): ClockStatus | null {
  const mask = gpu.values[REASONS]
  if (mask === undefined) return null
  for (const { reason, mask: bits } of SLOWDOWNS) {
    const share = sharePercent(moment, gpu, bits)
    if (share !== null && share >= MIN_SHARE_PERCENT) return { reason, share }
  }
  // The driver reports "idle" between two kernels of a busy GPU, too.
  if (gpu.idleSince !== null) return { reason: 'idle', share: null }
  return { reason: SETTINGS.find((each) => (mask & each.mask) !== 0)?.reason ?? 'full', share: null }
}

/** Share of the last samples with any of the bits. */
function sharePercent({ timeline, edge }: Moment, gpu: Gpu, bits: number): number | null {
  const series = timeline.read(gpuKey(gpu), REASONS)
  if (series === undefined) return null
  let seen = 0
  let set = 0
  for (let i = firstAfter(series.times, edge - RECENT_MILLIS); i < series.times.length; i++) {
    const mask = series.values[i] ?? NaN
    if ((series.times[i] ?? Infinity) > edge) break
    if (Number.isNaN(mask)) continue
    seen++
    if ((mask & bits) !== 0) set++
  }
  return seen === 0 ? null : (set / seen) * 100
}
