import { within } from '@testing-library/dom'
import { bodyRows, cellOf } from './tables'
import { textOf, type Dashboard } from './dashboard'

function hasHeader(row: HTMLElement): boolean {
  return within(row).queryByRole('rowheader') !== null
}

/** Rows of GPUs in their order on the page. */
export function gpuRows({ get }: Pick<Dashboard, 'get'>): HTMLElement[] {
  return bodyRows(get.getByRole('table', { name: 'GPUs' })).filter(hasHeader)
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
