import { HOST_KEY } from '@/api/names'
import type { History, HistorySeries, MetricKey, Unit } from '@/api/types'
import type { Span } from './span'
import { summarize, type Spread } from './summary'
import type { Series } from './timeline'

/** A GPU of which something is remembered; it need not be there any more. */
export interface PastGpu {
  key: string
  index: number
  name: string | null
}

/** A stretch of the past as the server told it, in the form in which charts read samples. */
export interface Past {
  /** What it was asked. */
  question: string
  span: Span
  /** Width of a bucket; 0 where each holds one sample. */
  stepMillis: number
  /** The same as the server has it. */
  bucketMillis: number
  /** Whether nothing was sampled at all. */
  isEmpty: boolean
  gpus: readonly PastGpu[]
  /** Of a GPU, or of the machine by `HOST_KEY`. */
  read: (subject: string, metric: MetricKey) => Series | undefined
  unitOf: (metric: MetricKey) => Unit | null
}

/** What has been sampled is stored some seconds later: that it is not there yet is no gap. */
const STORED_WITHIN_MILLIS = 30_000
const STORED_WITHIN_BUCKETS = 3

/** Samples of every `everyMillis`, bucket by bucket. */
export function pastOf(question: string, told: History, everyMillis: number): Past {
  const { t, stepMillis: bucketMillis, series: all } = told
  const isRaw = told.tier === 'RAW' && bucketMillis <= everyMillis
  const first = t.findIndex((_, i) => all.some(({ avg }) => isThere(avg[i])))
  const last = t.findLastIndex((_, i) => all.some(({ avg }) => isThere(avg[i])))
  // A bucket stands at its middle, where charts draw it.
  const middle = isRaw ? 0 : bucketMillis / 2
  const begin = first < 0 ? t.length : first
  const times = Float64Array.from(t.slice(begin), (time) => time + middle)
  const known = new Map(all.map((series) => [keyOf(series.gpu, series.metric), seriesOf(series, times, begin)]))
  const end = last < 0 ? null : (t[last] ?? NaN) + bucketMillis
  return {
    question,
    span: shownSpan(told, end),
    stepMillis: isRaw ? 0 : bucketMillis,
    bucketMillis,
    isEmpty: first < 0,
    gpus: gpusOf(all),
    read: (subject, metric) => known.get(keyOf(subject === HOST_KEY ? null : subject, metric)),
    unitOf: (metric) => all.find((each) => each.metric === metric)?.unit ?? null,
  }
}

/** Mean, least and most over a stretch, each bucket as much as any other; null where nothing was sampled. */
export function spreadOver(series: Series | undefined, { from, to }: Span): Spread | null {
  return summarize(series, from, to)
}

/** The bucket that holds a moment; null where nothing was sampled. */
export function spreadAt({ stepMillis, bucketMillis }: Past, series: Series | undefined, at: number): Spread | null {
  const width = stepMillis === 0 ? bucketMillis : stepMillis
  const begin = Math.floor(at / width) * width
  // A bucket holds its first millisecond, a summary does not.
  return summarize(series, begin - 1, begin + width - 1)
}

function shownSpan({ from, to, stepMillis }: History, end: number | null): Span {
  const told = { from: Date.parse(from), to: Date.parse(to) }
  const grace = Math.max(STORED_WITHIN_MILLIS, STORED_WITHIN_BUCKETS * stepMillis)
  return end !== null && told.to - end <= grace && end > told.from ? { from: told.from, to: end } : told
}

function seriesOf({ min, avg, max }: HistorySeries, times: Float64Array, first: number): Series {
  return { times, values: column(avg, first), lo: column(min, first), hi: column(max, first) }
}

function column(points: readonly (number | null)[], first: number): Float32Array {
  return Float32Array.from(points.slice(first), (point) => point ?? NaN)
}

function gpusOf(all: readonly HistorySeries[]): PastGpu[] {
  const gpus = new Map<string, PastGpu>()
  for (const { gpu, index, name } of all) {
    if (gpu !== null && index !== null && !gpus.has(gpu)) gpus.set(gpu, { key: gpu, index, name })
  }
  return [...gpus.values()].sort((a, b) => a.index - b.index)
}

function keyOf(gpu: string | null, metric: string): string {
  return `${gpu ?? HOST_KEY} ${metric}`
}

function isThere(value: number | null | undefined): boolean {
  return value !== null && value !== undefined
}
