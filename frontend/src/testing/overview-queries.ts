import { within } from '@testing-library/dom'
import { bodyRows, cellOf } from './tables'
import { textOf, type Dashboard } from './dashboard'

/** Rows of the overview's table, each with its header cell; a sentence below such a row has a row without one. */
function allRows({ get }: Pick<Dashboard, 'get'>): HTMLElement[] {
  return bodyRows(get.getByRole('table', { name: 'GPUs' }))
}

function hasHeader(row: HTMLElement): boolean {
  return within(row).queryByRole('rowheader') !== null
}

/** Rows of GPUs in their order on the page. */
export function gpuRows(page: Pick<Dashboard, 'get'>): HTMLElement[] {
  return allRows(page).filter(hasHeader)
}

export function gpuRow(page: Pick<Dashboard, 'get'>, index: number): HTMLElement {
  const row = gpuRows(page).find((each) => indexOf(each) === index)
  if (row === undefined) throw new Error(`No row of GPU ${index}`)
  return row
}

/** Indexes of the GPUs in the order of their rows. */
export function gpuOrder(page: Pick<Dashboard, 'get'>): number[] {
  return gpuRows(page).map(indexOf)
}

function indexOf(row: HTMLElement): number {
  return Number(/\d+$/.exec(textOf(cellOf(row, 'GPU')))?.[0])
}

/** Sentences below the rows of GPUs that cannot be read. */
export function sentenceRows(page: Pick<Dashboard, 'get'>): string[] {
  return allRows(page)
    .filter((row) => !hasHeader(row))
    .map(textOf)
}

/** Text of a cell of the summary, which begins with this label. */
export function summaryCell({ get }: Pick<Dashboard, 'get'>, label: string): string {
  const cells = within(get.getByRole('region', { name: 'Summary' })).getAllByTestId('cell')
  const found = cells.map(textOf).find((text) => text.startsWith(label))
  if (found === undefined) throw new Error(`No cell ${label}`)
  return found
}

/** Sentences between the summary and the table. */
export function attention({ get }: Pick<Dashboard, 'get'>): string[] {
  const list = get.queryByRole('list', { name: 'Needs attention' })
  return list === null ? [] : within(list).getAllByRole('listitem').map(textOf)
}
