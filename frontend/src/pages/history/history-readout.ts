import { HOST_KEY } from '@/api/names'
import { parseGpu } from '@/api/parse'
import type { Gpu, MetricKey } from '@/api/types'
import { spreadAt, spreadOver, type Past } from '@/timeseries/past'
import { measured, type Cell, type ReadoutSpec, type ReadoutRow } from '@/store/readout'
import { GPU_METRICS, HOST_METRICS } from './history-charts'

/** The columns, and how each is summarized over all GPUs. */
export const MEASURES: readonly ReadoutSpec[] = [
  measured('utilization.gpu', 'mean'),
  measured('memory.used', 'sum'),
  measured('power.draw', 'sum'),
  measured('temperature.gpu', 'most'),
]
export const HOST_MEASURES: readonly ReadoutSpec[] = HOST_METRICS.map((metric) => measured(metric, 'mean'))

/** Returns the columns that at least one GPU has. */
export function reportedMeasures(past: Past): ReadoutSpec[] {
  return MEASURES.filter(({ metric }) => past.gpus.some(({ key }) => past.read(key, metric) !== undefined))
}

/** Returns a row for each GPU: means of the period, or the bucket under the crosshair. */
export function pastRows(past: Past, measures: readonly ReadoutSpec[], at: number | null): ReadoutRow[] {
  return past.gpus.flatMap(({ key, index, name }) => {
    const gpu = gpuOf(key, index, name)
    return gpu === null
      ? []
      : [{ key, gpu, cells: measures.map((each) => pastCell(past, key, each, at)), staleMillis: null }]
  })
}

export function pastCell(past: Past, subject: string, { metric, divisor }: ReadoutSpec, at: number | null): Cell {
  const series = past.read(subject, metric)
  const spread = at === null ? spreadOver(series, past.span) : spreadAt(past, series, at)
  const value = spread === null ? null : spread.mean / divisor
  return { value, quality: value === null ? 'gap' : 'ok', reason: undefined, ageMillis: 0 }
}

export function hostCell(past: Past, measure: ReadoutSpec, at: number | null): Cell {
  return pastCell(past, HOST_KEY, measure, at)
}

/** Returns the metrics of GPUs and machine to request at once. */
export function requestedMetrics(added: readonly MetricKey[]): MetricKey[] {
  return [...new Set([...GPU_METRICS, ...HOST_METRICS, ...added])]
}

/** Builds a GPU without its current state. */
function gpuOf(uuid: string, index: number, name: string | null): Gpu | null {
  return parseGpu({ uuid, index, name, state: 'OK' })
}
