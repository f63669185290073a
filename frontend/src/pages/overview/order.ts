import type { WritableComputedRef } from 'vue'
import { productName, shownName } from '@/api/names'
import { useQueryChoice } from '@/navigation/query'
import { ordersOf, sortedBy, type Order, type SortValue } from '@/composables/sorting'
import type { DisplayRow } from './display-rows'
import { figure } from './totals'

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

/** Columns whose first sort order is descending. */
export const MEASURES: ReadonlySet<Column> = new Set<Column>([
  'utilization',
  'memory',
  'temperature',
  'power',
  'clock',
  'link',
])

/** The sort order of the table, a parameter of the address. Default: by index. */
export function useGpuOrder(): WritableComputedRef<GpuOrder> {
  return useQueryChoice<GpuOrder>('sort', ordersOf(COLUMNS), 'index')
}

/** Sorts by displayed values, so that rows that look the same keep their places. */
export function sortedGpus(rows: readonly DisplayRow[], order: GpuOrder): DisplayRow[] {
  return sortedBy(rows, order, sortValue, (a, b) => a.index - b.index)
}

function sortValue(row: DisplayRow, column: Column): SortValue {
  // Earlier values of an unavailable GPU are not comparable with current ones.
  if (row.unavailable !== null && MEASURES.has(column)) return null
  switch (column) {
    case 'index':
      return row.index
    case 'name':
      return row.name === null ? null : productName(row.name)
    case 'utilization':
      return figure(row.utilization)
    case 'memory':
      return figure(row.memory.reading)
    case 'temperature':
      return figure(row.temperature)
    case 'power':
      return figure(row.power.reading)
    case 'clock':
      return figure(row.clock)
    case 'link':
      return traffic(row)
    case 'process':
      return processName(row)
  }
}

/** The sum of the reported traffic in both directions; null if none is reported. */
function traffic({ pcie, nvlink }: DisplayRow): number | null {
  const means = [pcie.rx, pcie.tx, nvlink].flatMap((reading) => figure(reading) ?? [])
  return means.length === 0 ? null : means.reduce((sum, each) => sum + each, 0)
}

function processName({ usage }: DisplayRow): string | null {
  const [top] = usage.processes
  if (top === undefined) return null
  return shownName(top) ?? String(top.pid)
}
