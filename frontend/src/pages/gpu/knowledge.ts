import type { AbsenceReason, Gpu, GpuState, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'
import { metricAttributes } from '@/store/metric-attributes'
import { limitOf } from '@/store/limits'
import { LATEST_MILLIS, type Moment, qualityOf, read, type Reading } from '@/store/readings'

/** All that the page knows of its GPU: what the stream tells, and what the server was asked for beside it. */
export interface Knowledge {
  moment: Moment
  gpu: Gpu
  /** The GPU in full, or null until the server has answered. */
  detail: Gpu | null
  /** How old the answer is where that is too old, else 0. */
  detailStaleMillis: number
  /** Where all of it is of a time before the GPU stopped answering: when that was sampled, or null if never. */
  past?: { at: number | null }
}

/** One row of the catalogue for this GPU: a word, a number, or why there is neither. */
export interface Fact {
  word: string | null
  value: number | null
  quality: Quality
  reason: AbsenceReason | undefined
  ageMillis: number
}

/** Why a GPU that does not answer tells nothing. */
const REASON_OF: Record<Exclude<GpuState, 'OK'>, AbsenceReason> = {
  ATTACHING: 'NO_DATA',
  SLEEPING: 'NO_DATA',
  LOST: 'GPU_LOST',
  STUCK: 'TIMED_OUT',
  RESET_REQUIRED: 'ERROR',
  ERROR: 'ERROR',
}

/** A value as it is now: from the stream where it is carried there, else from the last full answer. */
export function valueNow(known: Knowledge, metric: MetricKey, spanMillis = LATEST_MILLIS): Reading {
  const { moment, gpu } = known
  if (gpu.values[metric] === undefined && gpu.absent[metric] === undefined) return slowValue(known, metric)
  const reading = read(moment, gpu, metric, spanMillis)
  const value = gpu.values[metric]
  if (value === undefined || reading.summary !== null) return reading
  // Rows that no other page draws are not remembered: the newest is all there is.
  return { ...reading, summary: { mean: value, lo: value, hi: value } }
}

export function factNow(known: Knowledge, metric: MetricKey): Fact {
  const { gpu, detail, detailStaleMillis } = known
  const { summary, quality, reason, ageMillis } = valueNow(known, metric)
  const own = gpu.facts[metric]
  const word = own ?? detail?.facts[metric] ?? null
  if (word !== null && (gpu.state === 'OK' || gpu.state === 'SLEEPING')) {
    const oldMillis = own === undefined ? detailStaleMillis : 0
    return { word, value: null, quality: oldMillis > 0 ? 'stale' : 'ok', reason: undefined, ageMillis: oldMillis }
  }
  return { word: null, value: summary?.mean ?? null, quality, reason, ageMillis }
}

/** Whether there is nothing to show of it any more: what a GPU told last is evidence, what it never told is none. */
export function isUntold(known: Knowledge, metric: MetricKey): boolean {
  const { word, value } = factNow(known, metric)
  return known.past !== undefined && word === null && value === null
}

/** Whether this board can never tell it: what an older driver or a mode hides is another matter. */
export function isUnsupported(known: Knowledge, metric: MetricKey): boolean {
  const { word, value, reason } = factNow(known, metric)
  return word === null && value === null && reason === 'NOT_SUPPORTED'
}

/** What a full bar means, or null where that is not known. */
export function capacityOf({ moment, gpu, detail }: Knowledge, metric: MetricKey): number | null {
  return limitOf(moment, gpu, metric).value ?? detail?.values[metric] ?? null
}

function slowValue({ moment, gpu, detail, detailStaleMillis }: Knowledge, metric: MetricKey): Reading {
  if (gpu.state !== 'OK') {
    const reason = REASON_OF[gpu.state]
    return {
      summary: null,
      quality: qualityOf(gpu, reason),
      ageMillis: 0,
      reason,
      about: metricAttributes(metric, gpu),
    }
  }
  const value = moment.limits.get(gpuKey(gpu))?.[metric] ?? detail?.values[metric]
  if (value === undefined) {
    const reason = detail?.absent[metric] ?? moment.limitReasons.get(gpuKey(gpu))?.[metric]
    return { summary: null, quality: absentQuality(reason), ageMillis: 0, reason, about: metricAttributes(metric, gpu) }
  }
  const summary = { mean: value, lo: value, hi: value }
  const quality = detailStaleMillis > 0 ? 'stale' : 'ok'
  return { summary, quality, ageMillis: detailStaleMillis, reason: undefined, about: metricAttributes(metric, gpu) }
}
