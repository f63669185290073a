import type { Job } from '@/api/types'
import { formatNumber, formatPercent } from '@/format/number'
import { formatStart } from '@/format/time'
import type { Translate } from '@/i18n/words'
import { formatDuration } from '@/timeseries/durations'
import { energyShown, memoryOfAll, memoryShown, UNKNOWN } from './job-figures'
import { formatHours } from './job-hours'

export interface Figure {
  key: string
  name: string
  value: string
  unit: string
  about: string
}

export interface Words {
  t: Translate
  locale: string
  now: number
}

/** Other jobs on its GPUs. */
export function isShared({ gpus }: Job): boolean {
  return gpus.some(({ sharedWith }) => sharedWith.length > 0)
}

/** What its GPUs did, and what they needed. */
export function figuresOf(job: Job, words: Words): Figure[] {
  return [memoryNow(job, words), heldIdle(job, words), waiting(job, words), energy(job, words), last(job, words)]
}

/** Of the GPU with the most, as the peak is. */
function memoryNow({ gpus, peakMemoryBytes }: Job, { t, locale }: Words): Figure {
  const peak = memoryShown(peakMemoryBytes, locale)
  const memory = `${peak.value}\u202f${peak.unit}`.trim()
  const about = t(gpus.length > 1 ? 'jobs.peakOfOne' : 'jobs.peak', { memory })
  const now = memoryOfAll(gpus, (bytes) => Math.max(...bytes), locale)
  return { key: 'memory', name: t('jobs.memoryNow'), ...now, about }
}

function heldIdle({ gpuHours, startedAt }: Job, { t, locale, now }: Words): Figure {
  const words = { hours: formatHours(gpuHours.total, locale), time: formatStart(Date.parse(startedAt), now) }
  return {
    key: 'idle',
    name: t('jobUse.idle'),
    ...{ value: formatHours(gpuHours.heldIdle, locale), unit: t('jobs.gpuHours') },
    about: t('jobs.ofHours', words),
  }
}

/** The share of all time; unknown where the activity of SMs is. */
function waiting({ gpuHours: { active, smActive, total } }: Job, { t, locale }: Words): Figure {
  const share = smActive == null || total === 0 ? null : ((active - smActive) / total) * 100
  return {
    key: 'waiting',
    name: t('jobUse.waiting'),
    ...{ value: share === null ? UNKNOWN : formatPercent(share, locale), unit: '' },
    about: t(share === null ? 'jobs.smUnknown' : 'jobs.ofItsTime'),
  }
}

function energy(job: Job, { t, locale }: Words): Figure {
  const about = t(isShared(job) ? 'jobs.sharedGpus' : 'jobs.aloneOnGpus')
  return { key: 'energy', name: t('history.energy'), ...energyShown(job, locale), about }
}

/** How even several GPUs are; of one, how much was used. */
function last({ gpus, unevenness, gpuHours, startedAt, endedAt, lastSeenAt, state }: Job, words: Words): Figure {
  const { t, locale, now } = words
  if (gpus.length > 1)
    return {
      key: 'even',
      name: t('jobs.uneven'),
      value: unevenness === null ? UNKNOWN : formatNumber(unevenness, 1, locale),
      unit: unevenness === null ? '' : t('jobs.points'),
      about: t('jobs.unevenAbout'),
    }
  const to = state === 'RUNNING' ? now : Date.parse(endedAt ?? lastSeenAt)
  return {
    key: 'hours',
    name: t('jobs.gpuHours'),
    ...{ value: formatHours(gpuHours.total, locale), unit: '' },
    about: formatDuration(Math.max(0, to - Date.parse(startedAt)) / 1000, locale),
  }
}
