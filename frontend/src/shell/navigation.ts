import { PAGES, type Page } from '@/navigation/pages'

export interface Destination {
  path: string
  /** Message key of the title. */
  title: Page['title']
  key: string
  icon: string
  /** Dimmed while there is no GPU to show. */
  needsGpu: boolean
}

/** The pages that a key leads to. */
export const DESTINATIONS: readonly Destination[] = Object.values(PAGES).flatMap(
  ({ path, title, digit, icon = '', needsNoGpu = false }) =>
    digit === undefined ? [] : [{ path, title, key: digit, icon, needsGpu: !needsNoGpu }],
)
