import type { GpuStates } from '@/api/state-history'
import type { Gpu } from '@/api/types'
import { isCrowded, worstOf, type RibbonRow } from '@/charts/ribbon'
import { formatIndexes } from '@/format/indexes'
import { jobsOf } from '@/store/jobs'

/** A row for each GPU with states. */
export function rowsByGpu(states: readonly GpuStates[]): RibbonRow[] {
  const isAlone = states.length === 1
  return states.map(({ index, segments }) => ({
    key: String(index),
    label: isAlone ? '' : String(index),
    segments,
  }))
}

/** A row for each job that runs now, in the worst state of its GPUs; of many GPUs a row each. */
export function rowsByJob(states: readonly GpuStates[], gpus: readonly Gpu[]): RibbonRow[] {
  if (isCrowded(states.length)) return rowsByGpu(states)
  const jobs = jobsOf(gpus).map(({ key, gpus: of }) => ({ key, indexes: of.map(({ index }) => index) }))
  const rows = jobs.flatMap(({ key, indexes }) => {
    const own = states.filter(({ index }) => indexes.includes(index))
    if (own.length === 0) return []
    const label = formatIndexes(own.map(({ index }) => index))
    return [{ key, label, segments: worstOf(own.map(({ segments }) => segments)) }]
  })
  return rows.length === 1 ? rows.map((row) => ({ ...row, label: states.length === 1 ? '' : row.label })) : rows
}
