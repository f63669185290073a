import type { Span } from './span'

/** A range until now, or a span. */
export interface Period {
  range: string
  span: Span | null
}

export interface Wanted extends Period {
  metrics: readonly string[]
  /** Indexes, or null for all. */
  gpus: readonly number[] | null
  points: number
}

const MOST_POINTS = 2000
const LEAST_POINTS = 60
/** Similar widths have the same query. */
const POINTS_STEP = 50
/** The limit of the server. */
const MOST_SERIES = 256
const MOST_BUCKETS = 200_000
const PIXELS_PER_POINT = 2

/** Number of buckets for a width in pixels. */
export function pointsFor(pixels: number, series: number): number {
  const room = Math.min(MOST_POINTS, pixels / PIXELS_PER_POINT, MOST_BUCKETS / Math.max(1, series))
  return Math.max(LEAST_POINTS, Math.floor(room / POINTS_STEP) * POINTS_STEP)
}

/** Number of buckets for a period: of this width if the limits allow. */
export function pointsOver(millis: number, bucketMillis: number, series: number): number {
  return Math.max(2, Math.min(MOST_POINTS, Math.floor(MOST_BUCKETS / series), Math.ceil(millis / bucketMillis)))
}

/** Maximum number of GPUs of one query. */
export function mostGpus(metricsOfGpus: number, metricsOfHost: number): number {
  return Math.floor((MOST_SERIES - metricsOfHost) / Math.max(1, metricsOfGpus))
}

/** The query as parameters of an address. */
export function questionOf({ metrics, gpus, points, ...period }: Wanted): string {
  const query = new URLSearchParams({ metrics: metrics.join(',') })
  if (gpus !== null) query.set('gpus', gpus.join(','))
  withPeriod(query, period)
  query.set('points', String(points))
  return query.toString()
}

/** The same for responses without buckets. */
export function periodQuestion(period: Period, gpus: readonly number[] | null = null): string {
  const query = new URLSearchParams()
  withPeriod(query, period)
  if (gpus !== null) query.set('gpus', gpus.join(','))
  return query.toString()
}

function withPeriod(query: URLSearchParams, { range, span }: Period): void {
  if (span === null) query.set('range', range)
  else {
    query.set('from', new Date(span.from).toISOString())
    query.set('to', new Date(span.to).toISOString())
  }
}
