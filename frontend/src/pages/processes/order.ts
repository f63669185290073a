import { ordersOf, sortedBy, type Order as OrderOf, type SortValue } from '@/composables/sorting'
import type { ProcessRow } from './processes'

export const COLUMNS = ['pid', 'user', 'gpu', 'type', 'name', 'memory', 'sm', 'cpu', 'hostMemory', 'elapsed'] as const
export type Column = (typeof COLUMNS)[number]
export type Order = OrderOf<Column>
export const ORDERS = ordersOf(COLUMNS)

/** Columns that are right-aligned and whose first sort order is descending. */
export const NUMBERS: ReadonlySet<Column> = new Set<Column>(['memory', 'sm', 'cpu', 'hostMemory', 'elapsed'])

export function sorted(rows: readonly ProcessRow[], order: Order): ProcessRow[] {
  return sortedBy(rows, order, sortValue, tie)
}

function sortValue(row: ProcessRow, column: Column): SortValue {
  switch (column) {
    case 'gpu':
      return row.gpu.index
    case 'pid':
      return row.process.pid
    case 'user':
      return row.user
    case 'name':
      return row.command ?? row.name
    case 'type':
      return row.process.type
    case 'memory':
      return row.memory.value
    case 'sm':
      return row.sm.value
    case 'cpu':
      return row.cpu.value
    case 'hostMemory':
      return row.hostMemory.value
    case 'elapsed':
      return row.elapsed.value
  }
}

/** The larger first, then in a stable order. */
function tie(a: ProcessRow, b: ProcessRow): number {
  const place = (a.process.gpuInstance ?? -1) - (b.process.gpuInstance ?? -1)
  const larger = (b.memory.value ?? -1) - (a.memory.value ?? -1)
  return a.gpu.index - b.gpu.index || place || larger || a.process.pid - b.process.pid
}
