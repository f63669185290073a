import { isRead } from '@/api/states'
import type { Gpu, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { summarizeLast } from '@/timeseries/summary'
import type { Series } from '@/timeseries/timeline'
import { LATEST_MILLIS, type Moment, type Reading } from './readings'

/** Every readable GPU reports at least one of them. */
const USUAL: readonly MetricKey[] = ['utilization.gpu', 'memory.used', 'temperature.gpu', 'power.draw']

/** Time of the last sample of an unreadable GPU; null for one that is readable or asleep, and without samples. */
export function lastSampled(moment: Moment, gpu: Gpu): number | null {
  if (isRead(gpu.state) || gpu.state === 'SLEEPING') return null
  if (gpu.last != null) return Date.parse(gpu.last.sampledAt)
  const times = USUAL.flatMap(
    (metric) => summarizeLast(moment.timeline.read(gpuKey(gpu), metric), moment.edge, LATEST_MILLIS)?.at ?? [],
  )
  return times.length === 0 ? null : Math.max(...times)
}

/** The last value of an unreadable GPU, as stale; a gap without any. */
export function pastReading(reading: Reading): Reading {
  if (reading.quality === 'notSupported' || reading.quality === 'noAccess') return reading
  return { ...reading, quality: reading.summary === null ? 'gap' : 'stale', reason: undefined }
}

/** Samples for a chart without a time axis, shifted to its end: the last minutes of a GPU that was lost remain. */
export function heldInView(samples: Series, lastAt: number, edge: number): Series {
  const shift = edge - lastAt
  return shift <= 0 ? samples : { ...samples, times: samples.times.map((time) => time + shift) }
}
