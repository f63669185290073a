import type { AbsenceReason, Gpu, MetricKey, Snapshot } from '@/api/types'
import { gpuKey, type Subject } from '@/api/names'
import { absentQuality, healthOf, type GpuGlyph, type Health, type Quality } from '@/api/states'
import { metricAttributes, type MetricAttributes } from './metric-attributes'
import { summarize, summarizeLast, type Spread, type Summary } from '@/timeseries/summary'
import { firstAfter, type Series, type Timeline } from '@/timeseries/timeline'
import type { LimitReasons, Limits } from './limits'

/** The span of "now" for values that oscillate. */
export const NOW_MILLIS = 5000
/** The span of "now" for values that hardly oscillate: their newest sample. */
export const LATEST_MILLIS = 1
/** Values that are requested separately arrive once a second, and may be a few seconds late. */
const ASKED_MILLIS = 5000

export interface Moment {
  snapshot: Snapshot
  timeline: Timeline
  limits: Limits
  limitReasons: LimitReasons
  /** The right edge of the charts, in server time. */
  edge: number
  /** The earliest time that zoomed charts show. */
  from?: number | undefined
  /** Time since the last snapshot, or 0 while the stream is current. */
  silenceMillis: number
  patienceMillis: number
  /** Greatest severity of the insights by UUID; null while there are none. */
  marks?: ReadonlyMap<string, GpuGlyph> | null
}

/** A value with its quality. */
export interface Reading {
  summary: Spread | null
  quality: Quality
  /** 0 unless it is shown. */
  ageMillis: number
  reason: AbsenceReason | undefined
  about: MetricAttributes
}

export interface LaneReadings {
  key: string
  gpu: Gpu
  health: Health
  now: Reading
  /** Over the range of the chart. */
  range: Summary | null
  power: Reading
}

export function laneReadings(
  moment: Moment,
  gpu: Gpu,
  metric: MetricKey,
  { from, to }: { from: number; to: number },
): LaneReadings {
  const key = gpuKey(gpu)
  const now = read(moment, gpu, metric)
  const series = moment.timeline.read(key, metric)
  return {
    key,
    gpu,
    health: healthOf(gpu.state, isStale(moment, gpu)),
    now,
    range: summarize(series, from, to),
    power: read(moment, gpu, 'power.draw'),
  }
}

export function read(moment: Moment, gpu: Subject, metric: MetricKey, spanMillis = NOW_MILLIS): Reading {
  const series = moment.timeline.read(gpuKey(gpu), metric)
  const last = frozen(gpu, metric) ?? summarizeLast(series, moment.edge, spanMillis) ?? reported(gpu, metric)
  const summary = last === null ? null : { mean: last.mean, lo: last.lo, hi: last.hi }
  if (gpu.values[metric] === undefined) {
    const reason = gpu.absent[metric]
    const ageMillis = last === null ? 0 : moment.edge - last.at
    return { summary, quality: qualityOf(gpu, reason), ageMillis, reason, about: metricAttributes(metric, gpu) }
  }
  const present = { summary, reason: undefined, about: metricAttributes(metric, gpu) }
  const ageMillis = sampleAge(moment, gpu)
  return ageMillis > moment.patienceMillis
    ? { ...present, quality: 'stale', ageMillis }
    : { ...present, quality: 'ok', ageMillis: 0 }
}

/** The last value of a GPU that cannot be read, as the server reports it: the same on all pages. */
function frozen(gpu: Subject, metric: MetricKey): Summary | null {
  const last = 'last' in gpu ? (gpu as Gpu).last : null
  return last == null ? null : reported({ ...gpu, ...last }, metric)
}

/** The value that the server reports: the timeline has none of a page that has just been loaded. */
function reported({ values, sampledAt: at }: Pick<Subject, 'values' | 'sampledAt'>, metric: MetricKey): Summary | null {
  const value = values[metric]
  return value === undefined || at === null ? null : { mean: value, lo: value, hi: value, at: Date.parse(at) }
}

/** The quality of an absent value: a sleeping GPU has a gap, for which no sample is expected. */
export function qualityOf(subject: Subject, reason: AbsenceReason | undefined): Quality {
  return 'state' in subject && subject.state === 'SLEEPING' ? 'gap' : absentQuality(reason)
}

/** Whether the last good sample of a GPU is too old to be called now. */
export function isStale(moment: Moment, gpu: Gpu): boolean {
  return sampleAge(moment, gpu) > moment.patienceMillis
}

/** How old the last good sample of a GPU is now. */
export function sampleAge(moment: Moment, gpu: Subject): number {
  return lagMillis(moment.snapshot, gpu) + moment.silenceMillis
}

/** How old the GPU's sample already was when the snapshot was taken; both times are the server's. */
function lagMillis(snapshot: Snapshot, gpu: Subject): number {
  if (gpu.sampledAt === null) return 0
  return Math.max(0, parsed(snapshot.takenAt) - parsed(gpu.sampledAt))
}

/** Cached: all values of a page have the same few times. */
function parsed(time: string): number {
  let millis = times.get(time)
  if (millis !== undefined) return millis
  if (times.size >= MOST_TIMES) times.clear()
  millis = Date.parse(time)
  times.set(time, millis)
  return millis
}
const times = new Map<string, number>()
const MOST_TIMES = 256

export interface FleetReadings {
  now: Spread | null
  range: number | null
  peak: number | null
  power: number | null
  stale: boolean
  ageMillis: number
  /** GPUs that took part in the mean. */
  read: number
}

/** Mean and spread of readable GPUs; the others are ignored, not counted as 0. */
export function fleetReadings(lanes: readonly LaneReadings[]): FleetReadings {
  const fresh = lanes.filter((lane) => lane.now.quality === 'ok')
  const stale = fresh.length === 0
  const used = (stale ? lanes.filter((lane) => lane.now.quality === 'stale') : fresh).filter(
    (lane) => lane.now.summary !== null,
  )
  const means = used.flatMap((lane) => lane.now.summary?.mean ?? [])
  const ranges = used.flatMap((lane) => lane.range?.mean ?? [])
  const mean = meanOf(means)
  return {
    now: mean === null ? null : { mean, lo: Math.min(...means), hi: Math.max(...means) },
    range: meanOf(ranges),
    peak: highest(used.flatMap((lane) => (lane.range === null ? [] : [lane.range.hi]))),
    power: meanOf(used.filter(isReadable).flatMap((lane) => lane.power.summary?.mean ?? [])),
    stale,
    ageMillis: Math.min(...used.map((lane) => lane.now.ageMillis), Infinity),
    read: used.length,
  }
}

function isReadable(lane: LaneReadings): boolean {
  return lane.power.quality === 'ok' || lane.power.quality === 'stale'
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0) / values.length
}

/** The rendered sample or bucket at a time; null in a gap. */
export function spreadAt(moment: Moment, series: Series | undefined, at: number, stepMillis: number): Spread | null {
  if (series === undefined) return null
  return stepMillis === 0
    ? sampleAt(series, Math.min(at, moment.edge), moment.patienceMillis)
    : bucketAt(moment, series, at, stepMillis)
}

/** The rendered value at the crosshair, or the mean of the last seconds without a crosshair. */
export function drawnSummary(
  moment: Moment,
  series: Series | undefined,
  at: number | null,
  stepMillis: number,
): Summary | null {
  if (at === null) return summarizeLast(series, moment.edge, NOW_MILLIS)
  const spread = spreadAt(moment, series, at, stepMillis)
  return spread === null ? null : { ...spread, at }
}

/** Quality and age of a value that is requested separately, from its newest sample. */
export function askedFor(
  { edge, silenceMillis, patienceMillis }: Moment,
  { at }: Summary,
): { quality: 'ok' | 'stale'; ageMillis: number } {
  const ageMillis = edge - at + silenceMillis
  return { quality: ageMillis > Math.max(patienceMillis, ASKED_MILLIS) ? 'stale' : 'ok', ageMillis }
}

function sampleAt(series: Series, at: number, patienceMillis: number): Spread | null {
  const after = firstAfter(series.times, at)
  for (const i of [after - 1, after]) {
    const time = series.times[i]
    const mean = series.values[i]
    if (time === undefined || mean === undefined || Number.isNaN(mean)) continue
    if (Math.abs(time - at) <= patienceMillis / 2)
      return { mean, lo: series.lo?.[i] ?? mean, hi: series.hi?.[i] ?? mean }
  }
  return null
}

function bucketAt(moment: Moment, series: Series, at: number, stepMillis: number): Summary | null {
  const begin = Math.floor(at / stepMillis) * stepMillis
  // A bucket includes its first millisecond, a summary does not.
  return summarize(series, begin - 1, Math.min(begin + stepMillis - 1, moment.edge))
}

function highest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values)
}
