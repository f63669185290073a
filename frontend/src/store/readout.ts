import type { AbsenceReason, Gpu, MetricKey } from '@/api/types'
import { gpuKey, type Subject } from '@/api/names'
import { absentQuality, type Quality, isRead } from '@/api/states'
import { displayOf, type Scale } from '@/format/display'
import type { Figure } from '@/timeseries/combined'
import type { Series } from '@/timeseries/timeline'
import { askedFor, drawnSummary, isStale, read, sampleAge, type Moment } from './readings'

/** A column of the readout as a row of data. */
export interface ReadoutSpec extends Scale {
  metric: MetricKey
  /** How the values of all GPUs are combined. */
  all: Figure
}

/** A column of a metric, in the scale of its unit unless another one is given. */
export function measured(metric: MetricKey, all: Figure, scale: Partial<Scale> = {}): ReadoutSpec {
  return { metric, all, ...displayOf(metric), ...scale }
}

export interface Cell {
  value: number | null
  quality: Quality
  reason: AbsenceReason | undefined
  ageMillis: number
}

export interface ReadoutRow {
  key: string
  gpu: Gpu
  /** Null where a sentence replaces a row of empty cells. */
  cells: Cell[] | null
  /** Age of the values, if they are stale. */
  staleMillis: number | null
}

/** Reads samples of a GPU or of a part of the machine; `from` is the earliest time that is needed. */
export type ReadSamples = (subject: string, metric: MetricKey, from?: number) => Series | undefined

/** Every GPU now, or at the moment under the crosshair with the bucket that is drawn there. */
export function readoutRows(
  moment: Moment,
  specs: readonly ReadoutSpec[],
  at: number | null,
  stepMillis: number,
  readSamples?: ReadSamples,
): ReadoutRow[] {
  return moment.snapshot.gpus.map((gpu) => {
    const isIll = at === null && !isRead(gpu.state)
    return {
      key: gpuKey(gpu),
      gpu,
      cells: isIll ? null : specs.map((spec) => cellOf(moment, gpu, spec, at, stepMillis, readSamples)),
      staleMillis: at === null && !isIll && isStale(moment, gpu) ? sampleAge(moment, gpu) : null,
    }
  })
}

/** One value now, or in the bucket that is drawn under the crosshair. */
export function cellOf(
  moment: Moment,
  subject: Subject,
  { metric, divisor }: Pick<ReadoutSpec, 'metric' | 'divisor'>,
  at: number | null,
  stepMillis: number,
  readSamples?: ReadSamples,
): Cell {
  const key = gpuKey(subject)
  const series = readSamples === undefined ? moment.timeline.read(key, metric) : readSamples(key, metric)
  const found = drawnSummary(moment, series, at, stepMillis)
  const value = found === null ? null : found.mean / divisor
  if (at !== null)
    return value === null ? gapOf(subject.absent[metric]) : { value, quality: 'ok', reason: undefined, ageMillis: 0 }
  const { quality, reason, ageMillis } = read(moment, subject, metric)
  if (readSamples === undefined) return { value, quality, reason, ageMillis }
  if (found === null) return { value, quality: absentQuality(reason), reason, ageMillis: 0 }
  // A value that is requested separately is not part of the stream, and no older than its newest sample.
  const isSeparate = reason === undefined && subject.values[metric] === undefined
  return { value, reason, ...(isSeparate ? askedFor(moment, found) : { quality, ageMillis }) }
}

/** A gap, unless the value can never be present. */
function gapOf(reason: AbsenceReason | undefined): Cell {
  const absent = absentQuality(reason)
  const never = absent === 'notSupported' || absent === 'noAccess'
  return { value: null, quality: never ? absent : 'gap', reason: never ? reason : undefined, ageMillis: 0 }
}

/** Combined values of all GPUs; unreadable ones are ignored. */
export function allCells(rows: readonly ReadoutRow[], measures: readonly ReadoutSpec[]): Cell[] {
  return measures.map(({ all }, i) => {
    const cells = rows.flatMap(({ cells }) => cells?.[i] ?? [])
    const fresh = cells.filter(({ quality, value }) => quality === 'ok' && value !== null)
    const used = fresh.length > 0 ? fresh : cells.filter(({ quality, value }) => quality === 'stale' && value !== null)
    const first = used[0] ?? cells[0]
    const quality = first?.quality ?? 'gap'
    const ageMillis = used.length === 0 ? 0 : Math.min(...used.map((cell) => cell.ageMillis))
    const values = used.map(({ value }) => value ?? NaN)
    return { value: values.length === 0 ? null : figure(values, all), quality, reason: first?.reason, ageMillis }
  })
}

/** Number of GPUs in the combined values. */
export function readCount(rows: readonly ReadoutRow[]): number {
  return rows.filter(({ cells }) => cells?.some(({ quality }) => quality === 'ok') ?? false).length
}

function figure(values: readonly number[], all: ReadoutSpec['all']): number {
  if (all === 'most') return Math.max(...values)
  const sum = values.reduce((total, value) => total + value, 0)
  return all === 'sum' ? sum : sum / values.length
}
