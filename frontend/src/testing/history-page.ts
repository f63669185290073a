import { within } from '@testing-library/dom'
import { Dashboard, type DashboardOptions } from './dashboard'
import { BUSY } from './machine'
import { PastServer } from './past'

export { chartTitles, firstPlot, readout } from './timelines'

export const HOUR = 3_600_000

/** The history page of a busy machine, with its server. */
export interface HistoryPage {
  page: Dashboard
  server: PastServer
}

export async function openHistory(path = '/History', options: DashboardOptions = {}): Promise<HistoryPage> {
  const server = new PastServer(8)
  const api = [...(options.api ?? []), server.handle]
  return { page: await Dashboard.open(path, { changes: BUSY, ...options, api }), server }
}

/** Queries of all requests for the charts; the overview strip requests a single metric. */
export function chartQueries(server: PastServer): URLSearchParams[] {
  return server.queries.filter((query) => query.get('metrics')?.includes(','))
}

/** The latest of these. */
export function lastQuery(server: PastServer): URLSearchParams {
  return chartQueries(server).at(-1) ?? new URLSearchParams()
}

/** Time between the ends of the latest query. */
export function queriedMillis(server: PastServer): number {
  return Date.parse(lastQuery(server).get('to') ?? '') - Date.parse(lastQuery(server).get('from') ?? '')
}

/** Parameter of the address of the page. */
export function inAddress(page: Dashboard, name: string): string | null {
  return new URL(page.address, 'http://localhost').searchParams.get(name)
}

export function firstChart(page: Dashboard): HTMLElement {
  const [row] = page.get.getAllByTestId('chart-row')
  if (row === undefined) throw new Error('There is no chart')
  return within(row).getByRole('img')
}

/** Button of a range. */
export function rangeButton(page: Dashboard, name: string): HTMLElement {
  return within(page.get.getByRole('group', { name: 'Range' })).getByRole('button', { name })
}
