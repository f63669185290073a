import type { LocationQuery, RouteLocationNormalized } from 'vue-router'
import { embedded } from '@/navigation/embed'
import { PAGES } from '@/navigation/pages'

/** The views of the jobs, as the address names them. */
export const BY = ['mine', 'all', 'process'] as const

/** Whether the page shows the processes; a frame may show their table alone. */
export function showsProcesses({ by, panel }: LocationQuery): boolean {
  return by === 'process' || (embedded && panel === 'table')
}

/** Gives the address the title of its view before the page is shown. */
export function setTitle({ meta, query }: RouteLocationNormalized): void {
  if (showsProcesses(query)) meta.title = PAGES.processes.title
}
