import type { JobGpuHours } from '@/api/types'
import { formatNumber } from '@/format/number'
import type { Translate } from '@/i18n/words'

export const USES = ['sm', 'waiting', 'active', 'idle', 'shared', 'unknown'] as const
/** SMs computed, or waited; a kernel ran, where it is not known whether they did; held idle, shared, not sampled. */
export type HoursUse = (typeof USES)[number]

export interface HoursPart {
  use: HoursUse
  hours: number
  percent: number
}

/** The parts of GPU-hours that there are; they add up to the total. */
export function partsOf({ active, heldIdle, shared, smActive, total, unknown }: JobGpuHours): HoursPart[] {
  const sm = smActive ?? null
  const hours: Record<HoursUse, number> = {
    sm: sm ?? 0,
    waiting: sm === null ? 0 : active - sm,
    active: sm === null ? active : 0,
    ...{ idle: heldIdle, shared, unknown },
  }
  return USES.filter((use) => hours[use] > 0).map((use) => ({
    use,
    hours: hours[use],
    percent: total > 0 ? (hours[use] / total) * 100 : 0,
  }))
}

const LEAST = 0.05

/** With one decimal; a little is not 0. */
export function formatHours(hours: number, locale: string): string {
  return hours > 0 && hours < LEAST ? '<\u202f0.1' : formatNumber(hours, 1, locale)
}

/** All parts in words. */
export function sayParts(parts: readonly HoursPart[], t: Translate, locale: string): string {
  return parts
    .map(({ use, hours }) => t('jobs.part', { use: t(`jobUse.${use}`), hours: formatHours(hours, locale) }))
    .join(', ')
}
