import type { Theme } from '@/shell/theme'
import { PANELS, type Panel } from '@/navigation/panels'
import { metricLabel } from '@/format/label'
import type { Translate } from '@/i18n/words'
import { gpuPath, PAGES, type PageName } from '@/navigation/pages'

/** A page or a panel for an `<iframe>` of another page. */
export interface Frame {
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
  whole: Frame
  panels: Frame[]
}

const PANEL_HEIGHT = 240
const PAGE_HEIGHT = 600

/** Returns the pages in the order of their keys, then the page of the GPU, if there is one. */
export function framesOf(gpu: number | null, isOnly: boolean, theme: Theme, t: Translate): PageFrames[] {
  const names = (Object.keys(PAGES) as PageName[]).filter((page) => PAGES[page].digit !== undefined)
  const pages = gpu === null ? names : [...names, 'gpu' as const]
  return pages.map((page) => {
    const title = page === 'gpu' ? t('gpu.title', { index: gpu ?? 0 }) : t(PAGES[page].title)
    const path = page === 'gpu' ? gpuPath(gpu ?? 0) : PAGES[page].path
    const offered = PANELS[page].filter(({ solo }) => isOnly || solo !== true)
    return {
      page,
      title,
      whole: { title, address: addressOf(path, theme), height: PAGE_HEIGHT },
      panels: offered.map((panel) => ({
        title: `${title} · ${panelTitle(panel, t)}`,
        address: addressOf(path, theme, panel.name),
        height: PANEL_HEIGHT,
      })),
    }
  })
}

function panelTitle({ title }: Panel, t: Translate): string {
  return 'key' in title ? t(title.key) : metricLabel(title.metric)
}

function addressOf(path: string, theme: Theme, panel?: string): string {
  const address = new URL(path.slice(1), document.baseURI)
  address.searchParams.set('embed', '1')
  if (panel !== undefined) address.searchParams.set('panel', panel)
  if (theme !== 'auto') address.searchParams.set('theme', theme)
  return address.href
}

/** Returns the HTML of the frame. */
export function frameHtml({ title, address, height }: Frame): string {
  const source = escaped(address)
  return (
    `<iframe src="${source}" title="${escaped(title)}" width="100%" height="${height}" loading="lazy"` +
    ' style="border: 0"></iframe>'
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
