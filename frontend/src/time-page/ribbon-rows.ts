import type { Gpu, StateSegment } from '@/api/types'
import { isCrowded, worstOf, type RibbonRow } from '@/charts/ribbon'
import { formatIndexes } from '@/format/indexes'
import { jobsOf } from '@/store/jobs'

interface States {
  gpu: { index: number }
  segments: readonly StateSegment[]
}

/** A row for each GPU with states. */
export function rowsByGpu(states: readonly States[]): RibbonRow[] {
  const isAlone = states.length === 1
  return states.map(({ gpu, segments }) => ({
    key: String(gpu.index),
    label: isAlone ? '' : String(gpu.index),
    segments,
  }))
}

/** A row for each job that runs now, in the worst state of its GPUs; of many GPUs a row each. */
export function rowsByJob(states: readonly States[], gpus: readonly Gpu[]): RibbonRow[] {
  if (isCrowded(states.length)) return rowsByGpu(states)
  const jobs = jobsOf(gpus).map(({ key, gpus: of }) => ({ key, indexes: of.map(({ index }) => index) }))
  const rows = jobs.flatMap(({ key, indexes }) => {
    const own = states.filter(({ gpu }) => indexes.includes(gpu.index))
    if (own.length === 0) return []
    const label = formatIndexes(own.map(({ gpu }) => gpu.index))
    return [{ key, label, segments: worstOf(own.map(({ segments }) => segments)) }]
  })
  return rows.length === 1 ? rows.map((row) => ({ ...row, label: states.length === 1 ? '' : row.label })) : rows
}
