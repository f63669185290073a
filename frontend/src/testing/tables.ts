import { within } from '@testing-library/dom'

/** Cell of a row in the column whose header contains this text. */
export function cellOf(row: HTMLElement, header: string): HTMLElement {
  const table = row.closest<HTMLTableElement>('table')
  if (table === null) throw new Error('The row is not part of a table')
  const headers = Array.from(table.querySelectorAll('thead tr:first-child > *'))
  const at = headers.findIndex((each) => each.textContent.includes(header))
  const cell = row.children[at] as HTMLElement | undefined
  if (at < 0 || cell === undefined) throw new Error(`No cell below ${header}`)
  return cell
}

/** Rows of the first table within an element, without its header. */
export function bodyRows(element: HTMLElement): HTMLElement[] {
  return within(element)
    .getAllByRole('row')
    .filter((row) => row.closest('thead') === null)
}

/** The first element, which has to be there. */
export function firstOf(elements: HTMLElement[]): HTMLElement {
  const [first] = elements
  if (first === undefined) throw new Error('There is none')
  return first
}
