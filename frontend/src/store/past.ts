import type { Gpu, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { summarizeLast } from '@/timeseries/summary'
import type { Series } from '@/timeseries/timeline'
import { LATEST_MILLIS, type Moment, type Reading } from './readings'

/** One of them is in every snapshot of a GPU that can be read. */
const USUAL: readonly MetricKey[] = ['utilization.gpu', 'memory.used', 'temperature.gpu', 'power.draw']

/** When a GPU that cannot be read now was read last; null for one that can or sleeps, and where nothing is remembered of it. */
export function lastSampled(moment: Moment, gpu: Gpu): number | null {
  if (gpu.state === 'OK' || gpu.state === 'SLEEPING') return null
  const times = USUAL.flatMap(
    (metric) => summarizeLast(moment.timeline.read(gpuKey(gpu), metric), moment.edge, LATEST_MILLIS)?.at ?? [],
  )
  return times.length === 0 ? null : Math.max(...times)
}

/** The last value of a GPU that cannot be read now, called old; nothing more will come where there is none. */
export function pastReading(reading: Reading): Reading {
  if (reading.quality === 'notSupported' || reading.quality === 'noAccess') return reading
  return { ...reading, quality: reading.summary === null ? 'gap' : 'stale', reason: undefined }
}

/**
 * Samples for a chart without a time axis, moved so far that the last of them stays in its middle: the past of a GPU
 * that went away long ago remains, and the hatch after it says that there is nothing since.
 */
export function heldInView(samples: Series, lastAt: number, edge: number, rangeMillis: number): Series {
  const shift = edge - lastAt - rangeMillis / 2
  return shift <= 0 ? samples : { ...samples, times: samples.times.map((time) => time + shift) }
}
