/** A column, with a minus in descending order. */
export type Order<Column extends string> = Column | `-${Column}`
/** The value that a row is sorted by; null if unknown. */
export type SortValue = number | string | null

export function ordersOf<Column extends string>(columns: readonly Column[]): readonly Order<Column>[] {
  return columns.flatMap((column): Order<Column>[] => [column, `-${column}`])
}

export function columnOf<Column extends string>(order: Order<Column>): Column {
  return order.replace(/^-/, '') as Column
}

/** The value of `aria-sort`; undefined for other columns. */
export function directionOf<Column extends string>(
  order: Order<Column>,
  column: Column,
): 'ascending' | 'descending' | undefined {
  if (columnOf(order) !== column) return undefined
  return order === column ? 'ascending' : 'descending'
}

/** The order after a click on a column head: numbers start with the greatest, texts with A. */
export function clicked<Column extends string>(
  order: Order<Column>,
  column: Column,
  measures: ReadonlySet<Column>,
): Order<Column> {
  const first: Order<Column> = measures.has(column) ? `-${column}` : column
  const second: Order<Column> = first === column ? `-${column}` : column
  return order === first ? second : first
}

/** Unknown values come last in either order. */
export function sortedBy<Row, Column extends string>(
  rows: readonly Row[],
  order: Order<Column>,
  value: (row: Row, column: Column) => SortValue,
  tie: (a: Row, b: Row) => number,
): Row[] {
  const column = columnOf(order)
  const way = order === column ? 1 : -1
  return [...rows].sort((a, b) => {
    const [one, other] = [value(a, column), value(b, column)]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || tie(a, b)
    const difference =
      typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
    return difference * way || tie(a, b)
  })
}
