import { within } from '@testing-library/dom'
import { Dashboard, textOf } from './dashboard'
import type { Changes } from './machine'
import { PairServer } from './pair-server'
import { bodyRows } from './tables'

const LIMITS = { 'nvlink.links': 4, 'nvlink.links.up': 4, 'nvlink.bandwidth.max': 100e9 }
export const CRC = 'link.nvlink.errors.crc'
/** GPU 0 has two links to GPU 1 and one to GPU 2, which has two to GPU 3; the other pairs have none. */
export const ring = () => PairServer.direct(4, [0, 1], [0, 1], [0, 2], [2, 3], [2, 3])
export const open = (server: PairServer, query = '', changes: Changes = {}): Promise<Dashboard> =>
  Dashboard.open(`/NVLink-Throughput${query}`, {
    ...{ gpus: server.peers.length, limits: LIMITS, api: [server.handle], changes },
  })
export const matrix = (page: Dashboard) => page.get.getByTestId('pairs')
export const cell = (page: Dashboard, name: RegExp | string) => within(matrix(page)).getByRole('button', { name })
export const shown = (button: HTMLElement) => textOf(button.closest('td'))
export const region = (page: Dashboard, name: string) =>
  page.get.queryAllByTestId('ends').find((each) => within(each).queryByRole('heading', { name }) !== null) ??
  page.get.getByRole('region', { name })
export const worst = (page: Dashboard) =>
  bodyRows(region(page, 'Pairs with errors')).map((row) => [
    within(row).getByRole('img').getAttribute('aria-label'),
    textOf(row),
  ])
export const isPairs = (page: Dashboard) => page.get.queryByTestId('pairs') !== null
