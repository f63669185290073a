import type { Gpu, MetricKey } from '@/api/types'
import type { GpuGlyph, Quality } from '@/api/states'
import { healthNow } from '@/store/health'
import { metricAttributes } from '@/store/metric-attributes'
import { lastSampled, pastReading } from '@/store/past'
import { fleetReadings, laneReadings, type LaneReadings, type Moment, type Reading } from '@/store/readings'
import { combined } from '@/timeseries/combined'
import type { Span } from '@/timeseries/span'
import type { Series } from '@/timeseries/timeline'

/** A row of the list: a GPU, or all GPUs. */
export interface Lane {
  key: string
  /** Null for all GPUs. */
  gpu: Gpu | null
  health: GpuGlyph | null
  now: Reading
  power: Reading
  /** Maximum and mean of the displayed range. */
  peak: number | null
  mean: { value: number | null; quality: Quality }
  /** Whether there is a chart; otherwise the reason takes its place. */
  drawable: boolean
  /** Time of the last sample of a GPU that cannot be read; the row keeps its values, with a sentence below them. */
  sampled: number | null
  samples: (metric: MetricKey) => Series | undefined
  /** Number of GPUs with a current value. */
  read: number
}

/** A row for each GPU, after one for all of them if there are several. */
export function lanesOf(moment: Moment, metric: MetricKey, span: Span): Lane[] {
  const readings = moment.snapshot.gpus.map((gpu) => laneReadings(moment, gpu, metric, span))
  const lanes = readings.map((reading) => gpuLane(moment, reading))
  return lanes.length > 1 ? [fleetLane(moment, readings, metric), ...lanes] : lanes
}

function gpuLane(moment: Moment, { key, gpu, range, ...current }: LaneReadings): Lane {
  const sampled = lastSampled(moment, gpu)
  const isPast = sampled !== null
  const now = isPast ? pastReading(current.now) : current.now
  const isSupported = now.quality !== 'notSupported' && now.quality !== 'noAccess'
  const drawable = (range !== null || isPast) && isSupported
  const pastQuality = range === null ? 'gap' : 'stale'
  return {
    key,
    gpu,
    health: healthNow(moment, gpu),
    now,
    power: isPast ? pastReading(current.power) : current.power,
    peak: range?.hi ?? null,
    mean: { value: range?.mean ?? null, quality: isPast ? pastQuality : drawable ? 'ok' : now.quality },
    drawable,
    sampled,
    samples: (metric) => moment.timeline.read(key, metric),
    read: 1,
  }
}

function fleetLane(moment: Moment, readings: readonly LaneReadings[], metric: MetricKey): Lane {
  const { now, power, peak, range, stale, ageMillis, read } = fleetReadings(readings)
  const common = { quality: stale ? ('stale' as const) : ('ok' as const), ageMillis, reason: undefined }
  return {
    key: 'fleet',
    gpu: null,
    health: null,
    now: { ...common, summary: now, about: metricAttributes(metric) },
    power: {
      ...common,
      summary: power === null ? null : { mean: power, lo: power, hi: power },
      about: metricAttributes('power.draw'),
    },
    peak,
    mean: { value: range, quality: 'ok' },
    drawable: true,
    sampled: null,
    samples: (each) => combined(readings.flatMap(({ key }) => moment.timeline.read(key, each) ?? [])),
    read,
  }
}
