/** How the rows of the board fill the window. */
export interface Fit {
  columns: number
  /** Rows of each column, headings included. */
  rows: number
  rowHeight: number
  /** The items that begin a column, the first one included. */
  starts: readonly number[]
}

export interface Space {
  width: number
  height: number
  /** The least width of a column. */
  column: number
}

/** Rows should have this height; they never have less than the least. */
const GOOD = 24
const LEAST = 19
const MOST = 54
const WIDEST_COLUMN = 1290
const HEADING = 25
const BORDER = 6

/**
 * The fewest columns whose rows are at least 24 px high, else those with the highest rows. A heading never ends a
 * column.
 *
 * @param headings whether each item is a heading
 */
export function fit(headings: readonly boolean[], { width, height, column }: Space): Fit {
  const fewest = Math.max(1, Math.ceil(width / WIDEST_COLUMN))
  const most = Math.max(fewest, Math.floor(width / column))
  let best: Fit | null = null
  for (let columns = fewest; columns <= most; columns++) {
    const found = columns === 1 ? single(headings, height) : packed(headings, columns, height)
    if (best === null || found.rowHeight > best.rowHeight) best = found
    if (found.rowHeight >= GOOD) {
      best = found
      break
    }
  }
  const { rowHeight, ...rest } = best ?? single(headings, height)
  return { ...rest, rowHeight: Math.max(LEAST, Math.floor(rowHeight * 4) / 4) }
}

function single(headings: readonly boolean[], height: number): Fit {
  const machines = headings.filter((isHeading) => !isHeading).length
  const free = height - BORDER - (headings.length - machines) * HEADING
  return { columns: 1, rows: headings.length, rowHeight: Math.min(MOST, free / Math.max(1, machines)), starts: [0] }
}

function packed(headings: readonly boolean[], columns: number, height: number): Fit {
  let rows = Math.max(1, Math.ceil(headings.length / columns))
  let starts = startsOf(headings, rows)
  while (starts.length > columns) starts = startsOf(headings, ++rows)
  return { columns, rows, rowHeight: Math.min(MOST, (height - BORDER) / rows), starts }
}

function startsOf(headings: readonly boolean[], rows: number): number[] {
  const starts = [0]
  let row = 0
  headings.forEach((isHeading, i) => {
    if (row + (isHeading && rows > 1 ? 2 : 1) > rows) {
      starts.push(i)
      row = 0
    }
    row++
  })
  return starts
}
