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

const NVLINK: readonly Page[] = [PAGES.nvlink, PAGES.nvlinkTimeline]
const FIRST: readonly Page[] = [PAGES.utilization, PAGES.processes]

/** The pages that a key leads to. */
export const DESTINATIONS: readonly Destination[] = Object.values(PAGES).flatMap((page) => {
  const { path, title, digit, icon = '', needsNoGpu = false } = page
  if (digit === undefined) return []
  const needsNvlink = NVLINK.includes(page)
  return [{ path, title, key: digit, icon, needsGpu: !needsNoGpu, needsNvlink, first: FIRST.includes(page) }]
})
