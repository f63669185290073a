import type { AbsenceReason, Gpu, MetricKey } from '@/api/types'
import { gpuKey, type Subject } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'
import { displayOf, type Scale } from '@/format/display'
import { isStale, read, sampleAge, spreadAt, type Moment } from './readings'

/** A measure as a column of the readout. */
export interface Measured extends Scale {
  metric: MetricKey
  /** How all GPUs are told in one number. */
  all: 'mean' | 'sum' | 'most'
}

/** A metric as a column, printed as all of its unit are where nothing else is said. */
export function measured(metric: MetricKey, all: Measured['all'], scale: Partial<Scale> = {}): Measured {
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
  /** Null where one sentence tells more than a row of empty cells. */
  cells: Cell[] | null
  /** How old the values are, where that is worth saying. */
  staleMillis: number | null
}

/** Every GPU now, or at the moment under the crosshair with the bucket that is drawn there. */
export function readoutRows(
  moment: Moment,
  measures: readonly Measured[],
  at: number | null,
  stepMillis: number,
): ReadoutRow[] {
  return moment.snapshot.gpus.map((gpu) => {
    const troubled = at === null && gpu.state !== 'OK'
    const cell = (measure: Measured) => cellOf(moment, gpu, measure, at, stepMillis)
    return {
      key: gpuKey(gpu),
      gpu,
      cells: troubled ? null : measures.map(cell),
      staleMillis: at === null && !troubled && isStale(moment, gpu) ? sampleAge(moment, gpu) : null,
    }
  })
}

/** One value now, or in the bucket that is drawn under the crosshair. */
export function cellOf(
  moment: Moment,
  subject: Subject,
  { metric, divisor }: Pick<Measured, 'metric' | 'divisor'>,
  at: number | null,
  stepMillis: number,
): Cell {
  const cell = at === null ? cellNow(moment, subject, metric) : cellAt(moment, subject, metric, at, stepMillis)
  return scaled(cell, divisor)
}

/** All GPUs in one number per measure; those that could not be read are left out. */
export function allCells(rows: readonly ReadoutRow[], measures: readonly Measured[]): Cell[] {
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

/** GPUs that take part in what is said of all of them. */
export function readCount(rows: readonly ReadoutRow[]): number {
  return rows.filter(({ cells }) => cells?.some(({ quality }) => quality === 'ok') ?? false).length
}

function figure(values: readonly number[], all: Measured['all']): number {
  if (all === 'most') return Math.max(...values)
  const sum = values.reduce((total, value) => total + value, 0)
  return all === 'sum' ? sum : sum / values.length
}

function cellNow(moment: Moment, gpu: Subject, metric: MetricKey): Cell {
  const { summary, quality, reason, ageMillis } = read(moment, gpu, metric)
  return { value: summary?.mean ?? null, quality, reason, ageMillis }
}

function cellAt(moment: Moment, gpu: Subject, metric: MetricKey, at: number, stepMillis: number): Cell {
  const series = moment.timeline.read(gpuKey(gpu), metric)
  const value = spreadAt(moment, series, at, stepMillis)?.mean ?? null
  if (value !== null) return { value, quality: 'ok', reason: undefined, ageMillis: 0 }
  const reason = gpu.absent[metric]
  const absent = absentQuality(reason)
  // A value that there can never be is not merely missing at that moment.
  const never = absent === 'notSupported' || absent === 'noAccess'
  return { value: null, quality: never ? absent : 'gap', reason: never ? reason : undefined, ageMillis: 0 }
}

function scaled(cell: Cell, divisor: number): Cell {
  return { ...cell, value: cell.value === null ? null : cell.value / divisor }
}
