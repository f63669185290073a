import type { AbsenceReason, Gpu, GpuState, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { absentQuality, type Quality, isRead } from '@/api/states'
import { metricAttributes } from '@/store/metric-attributes'
import { limitOf } from '@/store/limits'
import { LATEST_MILLIS, type Moment, qualityOf, read, type Reading } from '@/store/readings'

/** All data about the GPU of the page: the stream, and the full response that is requested separately. */
export interface GpuData {
  moment: Moment
  gpu: Gpu
  /** The GPU in full; null before the first response. */
  detail: Gpu | null
  /** Age of the full response if it is outdated, else 0. */
  detailStaleMillis: number
  /** Set if the data is from before the GPU failed, with the time of its last sample; null if it was never sampled. */
  past?: { at: number | null }
}

/** A row of the catalogue for this GPU: a word, a number, or the reason for its absence. */
export interface Fact {
  word: string | null
  value: number | null
  quality: Quality
  reason: AbsenceReason | undefined
  ageMillis: number
}

/** Why a GPU in this state reports no values. */
const REASON_OF: Record<Exclude<GpuState, 'OK' | 'SLOW'>, AbsenceReason> = {
  ATTACHING: 'NO_DATA',
  SLEEPING: 'NO_DATA',
  LOST: 'GPU_LOST',
  STUCK: 'TIMED_OUT',
  RESET_REQUIRED: 'ERROR',
  ERROR: 'ERROR',
}

/** Returns the current value: from the stream if it carries the metric, else from the full response. */
export function valueNow(data: GpuData, metric: MetricKey, spanMillis = LATEST_MILLIS): Reading {
  const { moment, gpu } = data
  if (gpu.values[metric] === undefined && gpu.absent[metric] === undefined) return slowValue(data, metric)
  const reading = read(moment, gpu, metric, spanMillis)
  const value = gpu.values[metric]
  // The timeline keeps only metrics that a page draws.
  return value === undefined || reading.summary !== null ? reading : { ...reading, summary: summaryOf(value) }
}

export function factNow(data: GpuData, metric: MetricKey): Fact {
  const { gpu, detail, detailStaleMillis } = data
  const { summary, quality, reason, ageMillis } = valueNow(data, metric)
  const streamed = gpu.facts[metric]
  const word = streamed ?? detail?.facts[metric] ?? null
  if (word !== null && (isRead(gpu.state) || gpu.state === 'SLEEPING')) {
    const oldMillis = streamed === undefined ? detailStaleMillis : 0
    return { word, value: null, quality: oldMillis > 0 ? 'stale' : 'ok', reason: undefined, ageMillis: oldMillis }
  }
  return { word: null, value: summary?.mean ?? null, quality, reason, ageMillis }
}

/** Whether the metric has a row: the GPU supports it and, if the GPU failed, has reported it before. */
export function isListed(data: GpuData, metric: MetricKey): boolean {
  const { word, value } = factNow(data, metric)
  return !isUnsupported(data, metric) && (data.past === undefined || word !== null || value !== null)
}

/** Whether the board does not have the metric; one that an older driver or a mode hides is supported. */
export function isUnsupported(data: GpuData, metric: MetricKey): boolean {
  const { word, value, reason } = factNow(data, metric)
  return word === null && value === null && reason === 'NOT_SUPPORTED'
}

/** Returns the value of a full bar, or null if it is unknown. */
export function capacityOf({ moment, gpu, detail }: GpuData, metric: MetricKey): number | null {
  return limitOf(moment, gpu, metric).value ?? detail?.values[metric] ?? null
}

function slowValue({ moment, gpu, detail, detailStaleMillis }: GpuData, metric: MetricKey): Reading {
  const absent = { summary: null, ageMillis: 0, about: metricAttributes(metric, gpu) }
  if (!isRead(gpu.state)) {
    const reason = REASON_OF[gpu.state]
    return { ...absent, quality: qualityOf(gpu, reason), reason }
  }
  const value = moment.limits.get(gpuKey(gpu))?.[metric] ?? detail?.values[metric]
  if (value === undefined) {
    const reason = detail?.absent[metric] ?? moment.limitReasons.get(gpuKey(gpu))?.[metric]
    return { ...absent, quality: absentQuality(reason), reason }
  }
  const quality = detailStaleMillis > 0 ? 'stale' : 'ok'
  return { ...absent, summary: summaryOf(value), quality, ageMillis: detailStaleMillis, reason: undefined }
}

function summaryOf(value: number) {
  return { mean: value, lo: value, hi: value }
}
