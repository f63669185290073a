import type { WritableComputedRef } from 'vue'
import { productName, programName } from '@/api/names'
import { useQueryChoice } from '@/navigation/query'
import { ordersOf, sortedBy, type Order, type SortValue } from '@/composables/sorting'
import type { Reading } from '@/store/readings'
import type { PrintedRow } from './printed-rows'

export const COLUMNS = [
  'index',
  'name',
  'utilization',
  'memory',
  'temperature',
  'power',
  'clock',
  'link',
  'process',
] as const
export type Column = (typeof COLUMNS)[number]
export type GpuOrder = Order<Column>

/** They begin with the greatest. */
export const MEASURES: ReadonlySet<Column> = new Set<Column>([
  'utilization',
  'memory',
  'temperature',
  'power',
  'clock',
  'link',
])

/** The order of the table, kept in the address; by index while nobody has chosen. */
export function useGpuOrder(): WritableComputedRef<GpuOrder> {
  return useQueryChoice<GpuOrder>('sort', ordersOf(COLUMNS), 'index')
}

/** By what is printed, so that rows that look the same keep their places. */
export function sortedGpus(rows: readonly PrintedRow[], order: GpuOrder): PrintedRow[] {
  return sortedBy(rows, order, sortValue, (a, b) => a.index - b.index)
}

function sortValue(row: PrintedRow, column: Column): SortValue {
  // What it was before is not known to be so now.
  if (row.troubled !== null && MEASURES.has(column)) return null
  switch (column) {
    case 'index':
      return row.index
    case 'name':
      return row.name === null ? null : productName(row.name)
    case 'utilization':
      return mean(row.utilization)
    case 'memory':
      return mean(row.memory.reading)
    case 'temperature':
      return mean(row.temperature)
    case 'power':
      return mean(row.power.reading)
    case 'clock':
      return mean(row.clock)
    case 'link':
      return traffic(row)
    case 'process':
      return processName(row)
  }
}

/** Null where there is no number of now or of a while ago. */
function mean({ quality, summary }: Reading): number | null {
  return quality === 'ok' || quality === 'stale' ? (summary?.mean ?? null) : null
}

/** All that goes to the GPU and comes from it, as far as it is told. */
function traffic({ pcie, nvlink }: PrintedRow): number | null {
  const told = [pcie.rx, pcie.tx, nvlink].flatMap((reading) => mean(reading) ?? [])
  return told.length === 0 ? null : told.reduce((sum, each) => sum + each, 0)
}

function processName({ usage }: PrintedRow): string | null {
  const [top] = usage.processes
  if (top === undefined) return null
  return top.name === null ? String(top.pid) : programName(top.name)
}
