import { within } from '@testing-library/dom'
import type { Fleet } from '../api/types'
import { Dashboard, textOf, type DashboardOptions } from './dashboard'
import { aMachineGpu, fleetApi, heldBy, thisMachine } from './fleet'

/** Opens the page on these machines. */
export function openFleet(fleet: Fleet, path = '/Fleet', options: DashboardOptions = {}): Promise<Dashboard> {
  return Dashboard.open(path, { ...options, api: [...(options.api ?? []), fleetApi(() => fleet)] })
}

export const board = (page: Dashboard) => page.get.getByRole('grid')
/** The texts of the rows of the board, headings included. */
export const rows = (page: Dashboard) => within(board(page)).getAllByRole('row').map(textOf)
/** The row of a machine. */
export const row = (page: Dashboard, name: string) =>
  within(board(page)).getByRole('button', { name }).closest<HTMLElement>('[role="row"]') as HTMLElement
/** The names of the machines in their order. */
export const names = (page: Dashboard) => within(board(page)).getAllByRole('button').map(textOf)
/** A panel next to the board. */
export const panel = (page: Dashboard, name: string) => page.get.getByRole('complementary', { name })

/** This machine with one GPU. */
export const ONE = thisMachine([aMachineGpu(0, 'WORKING', heldBy('yliu'))])
