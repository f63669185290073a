import { getAllByRole, within } from '@testing-library/dom'
import { textOf, type Dashboard } from './dashboard'

/** Columns of a table of links, by their headers. */
export type LinkColumn = 'Top process' | 'from GPU (TX)' | 'from' | 'to' | 'to GPU (RX)' | 'Link'

const ROW_HEADER = 'GPU'

/** Row of a GPU, or of all GPUs, in the table of a page about links. */
export function linkRow(page: Dashboard, gpu: number | 'all'): HTMLElement {
  const name = gpu === 'all' ? /^ΣAll GPUs$/ : new RegExp(`^GPU ${String(gpu)}$`)
  const row = page.get.getAllByRole('row').find((each) =>
    within(each)
      .queryAllByRole('rowheader')
      .some((head) => name.test(textOf(head))),
  )
  if (row === undefined) throw new Error(`No row of ${String(gpu)}`)
  return row
}

/** Cell of such a row; only of a GPU that can be read. */
export function linkCell(row: HTMLElement, column: LinkColumn): HTMLElement {
  const headers = getAllByRole(document.body, 'columnheader')
    .filter((each) => each.closest('table') === null)
    .map((each) => each.getAttribute('aria-label') ?? textOf(each))
    .filter((each) => each !== ROW_HEADER)
  const cell = within(row).getAllByRole('cell')[headers.indexOf(column)]
  if (cell === undefined) throw new Error(`No cell below ${column}`)
  return cell
}

/** Numbers at the scale of bars that grow to the right. */
export function scaleTexts(page: Dashboard): string[] {
  const header = page.get.getByRole('columnheader', { name: 'to GPU (RX)' })
  return within(header).getAllByText(/\d/).map(textOf)
}
