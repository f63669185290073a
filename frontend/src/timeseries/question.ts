import type { Span } from './span'

/** When: until now, or from one moment to another. */
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
/** Windows that differ little ask the same. */
const POINTS_STEP = 50
/** More the server does not tell at once. */
const MOST_SERIES = 256
const MOST_BUCKETS = 200_000
const PIXELS_PER_POINT = 2

/** So many buckets have room on so many pixels. */
export function pointsFor(pixels: number, series: number): number {
  const room = Math.min(MOST_POINTS, pixels / PIXELS_PER_POINT, MOST_BUCKETS / Math.max(1, series))
  return Math.max(LEAST_POINTS, Math.floor(room / POINTS_STEP) * POINTS_STEP)
}

/** How many GPUs can be asked for at once. */
export function mostGpus(metricsOfGpus: number, metricsOfHost: number): number {
  return Math.floor((MOST_SERIES - metricsOfHost) / Math.max(1, metricsOfGpus))
}

/** The question as it stands in an address. */
export function questionOf({ metrics, gpus, points, ...period }: Wanted): string {
  const asked = new URLSearchParams({ metrics: metrics.join(',') })
  if (gpus !== null) asked.set('gpus', gpus.join(','))
  withPeriod(asked, period)
  asked.set('points', String(points))
  return asked.toString()
}

/** The same of what is not told bucket by bucket. */
export function periodQuestion(period: Period, gpus: readonly number[] | null = null): string {
  const asked = new URLSearchParams()
  withPeriod(asked, period)
  if (gpus !== null) asked.set('gpus', gpus.join(','))
  return asked.toString()
}

function withPeriod(asked: URLSearchParams, { range, span }: Period): void {
  if (span === null) asked.set('range', range)
  else {
    asked.set('from', new Date(span.from).toISOString())
    asked.set('to', new Date(span.to).toISOString())
  }
}
