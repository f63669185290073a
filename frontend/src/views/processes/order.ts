import type { Group } from './groups'
import type { ProcessRow } from './processes'

export const COLUMNS = [
  'pid',
  'user',
  'gpu',
  'type',
  'name',
  'memory',
  'sm',
  'cpu',
  'hostMemory',
  'elapsed',
] as const
export type Column = (typeof COLUMNS)[number]
/** A column, or with a minus the same the other way round. */
export type Order = Column | `-${Column}`
export const ORDERS: readonly Order[] = COLUMNS.flatMap((column): Order[] => [column, `-${column}`])

/** Those that are of no use where all processes are on one GPU. */
export const COLUMNS_OF_GPU: readonly Column[] = COLUMNS.filter((column) => column !== 'gpu' && column !== 'type')

/** Their columns are aligned to the right, and begin with the greatest. */
export const NUMBERS: ReadonlySet<Column> = new Set<Column>(['memory', 'sm', 'cpu', 'hostMemory', 'elapsed'])

/** What rows are sorted by while nobody has chosen: the largest first, and GPUs in their own order. */
export function usualOrder(group: Group): Order {
  return group === 'gpu' ? 'gpu' : '-memory'
}

/** What is not known comes last, whichever way the rows are sorted. */
export function sorted(rows: readonly ProcessRow[], order: Order): ProcessRow[] {
  const way = order.startsWith('-') ? -1 : 1
  const column = columnOf(order)
  return [...rows].sort((a, b) => {
    const [one, other] = [sortValue(a, column), sortValue(b, column)]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || tie(a, b)
    const difference =
      typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
    return difference * way || tie(a, b)
  })
}

export function columnOf(order: Order): Column {
  return order.replace('-', '') as Column
}

/** What a click on the head of a column sorts by: numbers begin with the greatest, words with A. */
export function clicked(order: Order, column: Column): Order {
  const first: Order = NUMBERS.has(column) ? `-${column}` : column
  const second: Order = first === column ? `-${column}` : column
  return order === first ? second : first
}

function sortValue(row: ProcessRow, column: Column): number | string | null {
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
