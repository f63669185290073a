import { ordersOf, sortedBy, type Order as OrderOf, type SortValue } from '@/composables/sorting'
import type { Group } from './groups'
import type { ProcessRow } from './processes'

export const COLUMNS = ['pid', 'user', 'gpu', 'type', 'name', 'memory', 'sm', 'cpu', 'hostMemory', 'elapsed'] as const
export type Column = (typeof COLUMNS)[number]
export type Order = OrderOf<Column>
export const ORDERS = ordersOf(COLUMNS)

/** Those that are of no use where all processes are on one GPU. */
export const COLUMNS_OF_GPU: readonly Column[] = COLUMNS.filter((column) => column !== 'gpu' && column !== 'type')

/** Their columns are aligned to the right, and begin with the greatest. */
export const NUMBERS: ReadonlySet<Column> = new Set<Column>(['memory', 'sm', 'cpu', 'hostMemory', 'elapsed'])

/** What rows are sorted by while nobody has chosen: the largest first, and GPUs in their own order. */
export function usualOrder(group: Group): Order {
  return group === 'gpu' ? 'gpu' : '-memory'
}

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

/** The larger first, and then in an order that does not change. */
function tie(a: ProcessRow, b: ProcessRow): number {
  const larger = (b.memory.value ?? -1) - (a.memory.value ?? -1)
  return a.gpu.index - b.gpu.index || larger || a.process.pid - b.process.pid
}
