import type { Theme } from '@/shell/theme'
import { PANELS, type Panel } from '@/navigation/panels'
import { metricLabel } from '@/format/label'
import type { Translate } from '@/i18n/words'
import { gpuPath, PAGES, type PageName } from '@/navigation/pages'

/** A page or a panel for an `<iframe>` of another page. */
export interface Frame {
  /** Name of the panel; null for the whole page. */
  panel: string | null
  /** Title of the panel, without that of its page. */
  name: string
  title: string
  /** An absolute address. */
  address: string
  /** Minimum height in CSS pixels that needs no scrolling on a typical machine. */
  height: number
}

/** A page and its panels. */
export interface PageFrames {
  page: PageName
  title: string
  frames: Frame[]
}

/** The view that all frames show. */
export interface FrameView {
  /** The GPU of the page of one GPU; null without any. */
  gpu: number | null
  /** Whether the machine has no other GPU. */
  isOnly: boolean
  theme: Theme
  /** Parameters of the address: GPUs and time. */
  query: Readonly<Record<string, string>>
  /** The range of the history, which has other ones; null for its default. */
  past: string | null
}

const PANEL_HEIGHT = 240
const PAGE_HEIGHT = 600
/** Parameters of pages with a time. */
const OF_TIME = ['range', 'from', 'to', 'at']

/** Returns the pages in the order of their keys, then the page of the GPU, if there is one. */
export function framesOf(view: FrameView, t: Translate): PageFrames[] {
  const names = (Object.keys(PAGES) as PageName[]).filter((page) => PAGES[page].digit !== undefined)
  const pages = view.gpu === null ? names : [...names, 'gpu' as const]
  return pages.map((page) => {
    const title = page === 'gpu' ? t('gpu.title', { index: view.gpu ?? 0 }) : t(PAGES[page].title)
    const offered = PANELS[page].filter(({ solo }) => view.isOnly || solo !== true)
    const whole = { panel: null, name: t('gallery.page'), title, address: addressOf(page, view), height: PAGE_HEIGHT }
    const panels = offered.map((panel) => {
      const name = panelTitle(panel, t)
      const address = addressOf(page, view, panel.name)
      return { panel: panel.name, name, title: `${title} · ${name}`, address, height: PANEL_HEIGHT }
    })
    return { page, title, frames: [...panels, whole] }
  })
}

function panelTitle({ title }: Panel, t: Translate): string {
  return 'key' in title ? t(title.key) : metricLabel(title.metric)
}

function addressOf(page: PageName, { gpu, theme, query, past }: FrameView, panel?: string): string {
  const path = page === 'gpu' ? gpuPath(gpu ?? 0) : PAGES[page].path
  const address = new URL(path.slice(1), document.baseURI)
  address.searchParams.set('embed', '1')
  if (panel !== undefined) address.searchParams.set('panel', panel)
  for (const [name, value] of Object.entries(query)) {
    const shown = name === 'range' && page === 'history' ? past : value
    if (shown !== null && (OF_TIME.includes(name) ? PAGES[page].timed === true : page !== 'gpu'))
      address.searchParams.set(name, shown)
  }
  if (theme !== 'auto') address.searchParams.set('theme', theme)
  return address.href
}

/** Returns the HTML of the frame. */
export function frameHtml({ title, address, height }: Pick<Frame, 'title' | 'address' | 'height'>): string {
  return iframe(address, title, String(height))
}

/** Returns the HTML for a text panel of Grafana, which the frame fills; Grafana is dark by default. */
export function grafanaHtml({ title, address }: Pick<Frame, 'title' | 'address'>): string {
  const themed = new URL(address)
  if (!themed.searchParams.has('theme')) themed.searchParams.set('theme', 'dark')
  return iframe(themed.href, title, '100%')
}

function iframe(address: string, title: string, height: string): string {
  return (
    `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="${height}" loading="lazy"` +
    ' style="border: 0"></iframe>'
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
