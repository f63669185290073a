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

/**
 * Samples for a chart without a time axis, shifted so that the last of them stays in its middle: the past of a GPU
 * that was lost long ago remains, and the hatch after it shows that there are no samples since.
 */
export function heldInView(samples: Series, lastAt: number, edge: number, rangeMillis: number): Series {
  const shift = edge - lastAt - rangeMillis / 2
  return shift <= 0 ? samples : { ...samples, times: samples.times.map((time) => time + shift) }
}
