import type { Gpu } from '@/api/types'
import { gpuKey } from '@/api/names'
import { firstAfter } from '@/series/summary'
import type { Moment } from './readings'

/** Why clocks are held back, as the driver's mask says it; the first that applies is the one worth telling. */
const HELD_BACK = [
  { brake: 'thermal', mask: 0x20 | 0x40 },
  { brake: 'brake', mask: 0x08 | 0x80 },
  { brake: 'capped', mask: 0x04 },
] as const
const CHOSEN = [
  { pace: 'fixed', mask: 0x02 },
  { pace: 'boost', mask: 0x10 },
  { pace: 'display', mask: 0x100 },
] as const

export type Brake = (typeof HELD_BACK)[number]['brake']
export type Pace = Brake | 'idle' | (typeof CHOSEN)[number]['pace'] | 'full'

export interface ClockPace {
  pace: Pace
  /** Share of the last two minutes in percent, for what holds clocks back. */
  share: number | null
}

export const RECENT_MILLIS = 120_000
/** A brake that is felt less often than this costs nobody anything. */
const FELT_PERCENT = 5
const REASONS = 'clocks_event_reasons.active'

const told = new WeakMap<Moment, Map<Gpu, ClockPace | null>>()

/** Why the clocks are as they are, or null where the driver does not say it. */
export function clockPace(moment: Moment, gpu: Gpu): ClockPace | null {
  // Asked several times a moment, and each time it would go through all samples of two minutes.
  let paces = told.get(moment)
  if (paces === undefined) told.set(moment, (paces = new Map<Gpu, ClockPace | null>()))
  const known = paces.get(gpu)
  if (known !== undefined) return known
  const pace = paceOf(moment, gpu)
  paces.set(gpu, pace)
  return pace
}

function paceOf(moment: Moment, gpu: Gpu): ClockPace | null {
  const mask = gpu.values[REASONS]
  if (mask === undefined) return null
  for (const { brake, mask: bits } of HELD_BACK) {
    const share = sharePercent(moment, gpu, bits)
    if (share !== null && share >= FELT_PERCENT) return { pace: brake, share }
  }
  // Between two kernels of a busy GPU the driver says "idle" too.
  if (gpu.idleSince !== null) return { pace: 'idle', share: null }
  return { pace: CHOSEN.find((each) => (mask & each.mask) !== 0)?.pace ?? 'full', share: null }
}

/** In how many of the last samples any of the bits was set. */
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
