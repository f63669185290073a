import type { Gpu, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import type { GpuGlyph } from '@/api/states'
import { roundedUp } from '@/charts/axis'
import { displayed, GIGA } from '@/format/display'
import { formatNumber, ROOMY } from '@/format/number'
import { metricAttributes, type MetricAttributes } from '@/store/metric-attributes'
import { healthNow } from '@/store/health'
import { NOW_MILLIS, read, type Moment, type Reading } from '@/store/readings'
import { combined } from '@/timeseries/combined'
import { summarize, summarizeLast, type Spread } from '@/timeseries/summary'

/** The metrics of a kind of link; directions are those of the GPU. */
export const PCIE = { tx: 'pcie.tx', rx: 'pcie.rx', most: 'pcie.bandwidth.max' } as const
export const NVLINK = { tx: 'nvlink.tx', rx: 'nvlink.rx', most: 'nvlink.bandwidth.max' } as const
export type LinkMetrics = typeof PCIE | typeof NVLINK

export interface Direction {
  reading: Reading
  /** The maximum in the range. */
  peak: number | null
}

/** The bandwidth of a link in each direction, in bytes per second. */
export interface Capacity {
  /** The maximum; null while it is unknown. */
  most: number | null
  /** The bandwidth in its current state; equal to `most` without a fault. */
  reachable: number | null
}

export interface ThroughputRow extends Capacity {
  key: string
  gpu: Gpu
  health: GpuGlyph
  tx: Direction
  rx: Direction
}

export function throughputRows<C extends Capacity>(
  moment: Moment,
  metrics: LinkMetrics,
  rangeMillis: number,
  capacity: (gpu: Gpu) => C,
): (ThroughputRow & C)[] {
  const direction = (gpu: Gpu, metric: MetricKey): Direction => ({
    reading: read(moment, gpu, metric),
    peak: summarize(moment.timeline.read(gpuKey(gpu), metric), moment.edge - rangeMillis, moment.edge)?.hi ?? null,
  })
  return moment.snapshot.gpus.map((gpu) => ({
    key: gpuKey(gpu),
    gpu,
    health: healthNow(moment, gpu),
    tx: direction(gpu, metrics.tx),
    rx: direction(gpu, metrics.rx),
    ...capacity(gpu),
  }))
}

export const SCALES = ['capability', 'fit'] as const
export type ScaleName = (typeof SCALES)[number]

export interface BarScale {
  /** The end of the bars, in bytes per second. */
  end: number
  fitted: boolean
}

/** Returns one scale for all GPUs: the largest bandwidth, or a round number above all traffic. */
export function barScale(rows: readonly (Capacity & Pick<ThroughputRow, 'tx' | 'rx'>)[], name: ScaleName): BarScale {
  const most = Math.max(...rows.map((row) => row.most ?? 0), 0)
  if (name === 'capability' && most > 0) return { end: most, fitted: false }
  const directions = rows.flatMap(({ tx, rx }) => [tx, rx])
  const seen = Math.max(...directions.map(({ peak, reading }) => peak ?? reading.summary?.hi ?? 0), 0)
  if (seen > 0) return { end: roundedUp(seen / GIGA) * GIGA, fitted: true }
  return { end: most > 0 ? most : GIGA, fitted: most === 0 }
}

export interface Total extends Capacity {
  tx: Direction
  rx: Direction
  /** Number of GPUs that are missing in one of the sums. */
  unread: number
  about: MetricAttributes
}

/** Sums all GPUs sample by sample: their peaks need not be simultaneous. */
export function totalOf(
  moment: Moment,
  rows: readonly ThroughputRow[],
  metrics: LinkMetrics,
  rangeMillis: number,
): Total {
  const tx = usable(rows, (row) => row.tx.reading)
  const rx = usable(rows, (row) => row.rx.reading)
  const used = rows.filter((row) => tx.includes(row) || rx.includes(row))
  return {
    tx: sumOf(moment, tx, metrics.tx, rangeMillis, (row) => row.tx.reading, rows[0]?.tx.reading),
    rx: sumOf(moment, rx, metrics.rx, rangeMillis, (row) => row.rx.reading, rows[0]?.rx.reading),
    most: sumOfKnown(used.map((row) => row.most)),
    reachable: sumOfKnown(used.map((row) => row.reachable)),
    unread: rows.length - Math.min(tx.length, rx.length),
    about: metricAttributes(metrics.most),
  }
}

/** Returns the rows with current values, or those with stale values if there are none. */
function usable(rows: readonly ThroughputRow[], reading: (row: ThroughputRow) => Reading): ThroughputRow[] {
  const read = rows.filter((row) => reading(row).summary !== null)
  const of = (quality: string) => read.filter((row) => reading(row).quality === quality)
  const fresh = of('ok')
  return fresh.length > 0 ? fresh : of('stale')
}

function sumOf(
  moment: Moment,
  rows: readonly ThroughputRow[],
  metric: MetricKey,
  rangeMillis: number,
  reading: (row: ThroughputRow) => Reading,
  otherwise: Reading | undefined,
): Direction {
  const [first] = rows
  if (first === undefined) {
    const { quality = 'waiting', reason } = otherwise ?? {}
    return { reading: { summary: null, quality, ageMillis: 0, reason, about: metricAttributes(metric) }, peak: null }
  }
  const series = combined(
    rows.flatMap((row) => moment.timeline.read(row.key, metric) ?? []),
    { as: 'sum' },
  )
  return {
    reading: {
      ...reading(first),
      // The timeline has no samples of an old file.
      summary: summarizeLast(series, moment.edge, NOW_MILLIS) ?? sumOfLast(rows.map((row) => reading(row).summary)),
      about: metricAttributes(metric),
    },
    peak: summarize(series, moment.edge - rangeMillis, moment.edge)?.hi ?? null,
  }
}

function sumOfLast(summaries: readonly (Spread | null)[]): Spread | null {
  const means = sumOfKnown(summaries.map((each) => each?.mean ?? null))
  return means === null ? null : { mean: means, lo: means, hi: means }
}

function sumOfKnown(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((each) => each !== null)
  return numbers.length < values.length || numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0)
}

const TENTH = 0.095
const HUNDREDTH = 0.0095
const THOUSANDTH = 0.0005

/** Returns the significant decimals: 478, 27.6, 0.03, 0. */
export function decimalsOf(gigabytes: number): number {
  if (gigabytes === 0 || gigabytes >= ROOMY) return 0
  if (gigabytes >= TENTH || gigabytes < THOUSANDTH) return 1
  return gigabytes >= HUNDREDTH ? 2 : 3
}

/** Converts traffic or a bandwidth for `Quantity`. */
export function displayedTraffic(bytesPerSecond: number | null) {
  const shown = displayed(PCIE.most, bytesPerSecond)
  return { ...shown, decimals: shown.value === null ? shown.decimals : decimalsOf(shown.value) }
}

/** Formats traffic as text without a unit. */
export function formatTraffic(bytesPerSecond: number, locale: string): string {
  const { value, decimals } = displayedTraffic(bytesPerSecond)
  return formatNumber(value ?? 0, decimals, locale)
}
