import { HOST_KEY, placeKey } from '@/api/names'
import type { History, HistorySeries, MetricKey, Unit } from '@/api/types'
import type { Span } from './span'
import { summarize, type Spread } from './summary'
import type { Series } from './timeline'

/** A GPU with stored samples; it may have been removed since. */
export interface PastGpu {
  key: string
  index: number
  name: string | null
}

/** A period of the history, in the form in which charts read samples. */
export interface Past {
  /** The query of the response. */
  question: string
  span: Span
  /** Width of a bucket; 0 if each contains one sample. */
  stepMillis: number
  /** Width of a bucket of the server. */
  bucketMillis: number
  /** Whether there are no samples. */
  isEmpty: boolean
  gpus: readonly PastGpu[]
  /** Of a GPU, of the machine by `HOST_KEY`, or of the MIG instances of one place by `placeKey`. */
  read: (subject: string, metric: MetricKey) => Series | undefined
  unitOf: (metric: MetricKey) => Unit | null
}

/** Samples are stored some seconds later: their absence until then is no gap. */
const STORED_WITHIN_MILLIS = 30_000
const STORED_WITHIN_BUCKETS = 3

/** Converts a response; the server samples every `everyMillis`. */
export function pastOf(question: string, response: History, everyMillis: number): Past {
  const { t, stepMillis: bucketMillis, series: all } = response
  const isRaw = response.tier === 'RAW' && bucketMillis <= everyMillis
  const first = t.findIndex((_, i) => all.some(({ avg }) => isThere(avg[i])))
  const last = t.findLastIndex((_, i) => all.some(({ avg }) => isThere(avg[i])))
  // Charts render a bucket at its middle.
  const middle = isRaw ? 0 : bucketMillis / 2
  const begin = first < 0 ? t.length : first
  const times = Float64Array.from(t.slice(begin), (time) => time + middle)
  const known = new Map<string, Required<Series>>()
  for (const series of all) {
    const key = keyOf(subjectOf(series), series.metric)
    known.set(key, joined(known.get(key), seriesOf(series, times, begin)))
  }
  const end = last < 0 ? null : (t[last] ?? NaN) + bucketMillis
  return {
    question,
    span: shownSpan(response, end),
    stepMillis: isRaw ? 0 : bucketMillis,
    bucketMillis,
    isEmpty: first < 0,
    gpus: gpusOf(all),
    read: (subject, metric) => known.get(keyOf(subject, metric)),
    unitOf: (metric) => all.find((each) => each.metric === metric)?.unit ?? null,
  }
}

/** Mean, minimum and maximum of a span, with equal weights of all buckets; null without samples. */
export function spreadOver(series: Series | undefined, { from, to }: Span): Spread | null {
  return summarize(series, from, to)
}

/** The bucket at a time; null without samples. */
export function spreadAt({ stepMillis, bucketMillis }: Past, series: Series | undefined, at: number): Spread | null {
  const width = stepMillis === 0 ? bucketMillis : stepMillis
  const begin = Math.floor(at / width) * width
  // A bucket includes its first millisecond, a summary does not.
  return summarize(series, begin - 1, begin + width - 1)
}

function shownSpan({ from, to, stepMillis }: History, end: number | null): Span {
  const whole = { from: Date.parse(from), to: Date.parse(to) }
  const grace = Math.max(STORED_WITHIN_MILLIS, STORED_WITHIN_BUCKETS * stepMillis)
  return end !== null && whole.to - end <= grace && end > whole.from ? { from: whole.from, to: end } : whole
}

function seriesOf({ min, avg, max }: HistorySeries, times: Float64Array, first: number): Required<Series> {
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

function keyOf(subject: string, metric: string): string {
  return `${subject} ${metric}`
}

function subjectOf({ gpu, mig }: HistorySeries): string {
  return gpu === null ? HOST_KEY : mig === null ? gpu : placeKey(gpu, mig)
}

/** Each MIG instance of a place has a series, and another one since each start of the server. */
function joined(known: Required<Series> | undefined, next: Required<Series>): Required<Series> {
  if (known === undefined) return next
  const either = (name: 'values' | 'lo' | 'hi') =>
    next[name].map((value, i) => (Number.isNaN(value) ? (known[name][i] ?? NaN) : value))
  return { times: next.times, values: either('values'), lo: either('lo'), hi: either('hi') }
}

function isThere(value: number | null | undefined): boolean {
  return value !== null && value !== undefined
}
