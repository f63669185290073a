import { usedName } from '@/api/names'
import type { HistoryUsage, MetricKey, UsageInterval } from '@/api/types'
import { segmentAt } from '@/charts/ribbon'
import { GIB } from '@/format/display'
import { formatNumber, formatPercent } from '@/format/number'
import { formatWhen } from '@/format/time'
import { locale, t } from '@/i18n/words'
import { spreadAt, type Past } from '@/timeseries/past'
import { processesAt } from './jobs'
import { intervalsOf } from './lanes'
import type { Lane } from './useLanes'

interface Known {
  /** Samples of the lane; null before the first answer. */
  past: Past | null
  usage: HistoryUsage | null
  runs: (interval: UsageInterval) => boolean | null
  /** The end of the period. */
  end: number
}

/** The line about a lane at a time. */
export function laneReadout(lane: Lane, at: number, { past, usage, runs, end }: Known): string {
  const { key, gpu, index, instance } = lane.subject
  const value = (metric: MetricKey, text: (value: number) => string) => {
    const mean = past === null ? null : (spreadAt(past, past.read(key, metric), at)?.mean ?? null)
    return mean === null ? null : text(mean)
  }
  const percent = (each: number) => formatPercent(each, locale.value)
  const memory = (each: number) => `${formatNumber(each / GIB, 1, locale.value)}\u202fGiB`
  const state = segmentAt(lane, at)?.state
  const running = processesAt(intervalsOf(usage?.intervals ?? [], lane.subject), gpu, at, runs)
  const names = running.map((each) => [usedName(each) ?? t('history.unknownName'), each.user].filter(Boolean).join(' '))
  const values =
    instance === null
      ? [
          value('utilization.gpu', percent),
          value('memory.used', memory),
          value('power.draw', (watts) => `${formatNumber(watts, 0, locale.value)}\u202fW`),
        ]
      : [value('mig.activity.sm', (each) => `${t('mig.smActive')} ${percent(each)}`), value('mig.memory.used', memory)]
  return [
    formatWhen(at, end),
    instance === null ? t('gpu.title', { index }) : [instance.id, instance.profile].filter(Boolean).join(' '),
    state && t(`ribbonState.${state}`),
    ...values,
    ...new Set(names),
  ]
    .filter(Boolean)
    .join(' · ')
}
