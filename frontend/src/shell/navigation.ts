import { PAGES, type Page } from '@/navigation/pages'

export interface Destination {
  path: string
  /** Message key of the title. */
  title: Page['title']
  key: string
  icon: string
  /** Dimmed while there is no GPU to show. */
  needsGpu: boolean
  /** Left out on a machine without NVLink. */
  needsNvlink: boolean
  /** Begins a group. */
  first: boolean
}

const FIRST: readonly Page[] = [PAGES.utilization, PAGES.processes]

/** The pages that a key leads to. */
export const DESTINATIONS: readonly Destination[] = Object.values(PAGES).flatMap((page) => {
  const { path, title, digit, icon = '', needsNoGpu = false, needsNvlink = false } = page
  if (digit === undefined) return []
  return [{ path, title, key: digit, icon, needsGpu: !needsNoGpu, needsNvlink, first: FIRST.includes(page) }]
})
