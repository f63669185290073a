import { LIVE_PAGES, PAGES, type Page } from '@/navigation/pages'
import type { PlainKey } from '@/i18n/keys'

export interface Destination {
  path: string
  /** Message key of the title. */
  title: PlainKey
  key: string
  icon: string
  /** Dimmed while there is no GPU to show. */
  needsGpu: boolean
}

function destination({ path, title, digit = '', icon = '', needsNoGpu = false }: Page): Destination {
  return { path, title, key: digit, icon, needsGpu: !needsNoGpu }
}

/** The pages that a key leads to. */
export const DESTINATIONS: readonly Destination[] = Object.values(PAGES)
  .filter(({ digit }) => digit !== undefined)
  .map(destination)

/** An entry of the navigation. */
export interface Entry extends Destination {
  /** The addresses of its pages, as their routes have them. */
  paths: readonly string[]
  /** Begins a group. */
  first: boolean
}

const single = (page: Page): Entry => ({ ...destination(page), paths: [page.path], first: false })

/** The present first, then the charts and the past. */
export const ENTRIES: readonly Entry[] = [
  single(PAGES.overview),
  { ...single(PAGES.jobs), paths: [PAGES.jobs.path, PAGES.job.path] },
  single(PAGES.free),
  single(PAGES.fleet),
  single(PAGES.insights),
  { ...single(PAGES.resources), title: 'page.live', paths: LIVE_PAGES.map(({ path }) => path), first: true },
  single(PAGES.timeline),
  single(PAGES.history),
]
