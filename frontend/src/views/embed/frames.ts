import type { Theme } from '@/composables/theme'
import { PANELS } from '@/embed/panels'
import type { Translate } from '@/i18n/words'
import { gpuPath, PAGES } from '@/pages'

/** A page or a panel that another page can show in an `<iframe>`. */
export interface Frame {
  title: string
  /** Absolute, so that it can be pasted anywhere. */
  address: string
  /** How high the frame is at least, in CSS pixels, to show it without scrolling on a usual machine. */
  height: number
}

const PANEL_HEIGHT = 240
const PAGE_HEIGHT = 600

/** The panels first, then the pages in the order of their keys, then one page for each GPU. */
export function framesOf(gpus: readonly number[], theme: Theme, t: Translate): Frame[] {
  const frame = (title: string, path: string, height: number, panel?: string): Frame => ({
    title,
    address: addressOf(path, theme, panel),
    height,
  })
  return [
    ...Object.keys(PANELS).map((name) => frame(t(`embedPanel.${name}`), PAGES.overview.path, PANEL_HEIGHT, name)),
    ...Object.values(PAGES)
      .filter(({ digit }) => digit !== undefined)
      .map(({ path, title }) => frame(t(title), path, PAGE_HEIGHT)),
    ...gpus.map((index) => frame(t(PAGES.gpu.title, { index }), gpuPath(index), PAGE_HEIGHT)),
  ]
}

function addressOf(path: string, theme: Theme, panel?: string): string {
  const address = new URL(path.slice(1), document.baseURI)
  address.searchParams.set('embed', '1')
  if (panel !== undefined) address.searchParams.set('panel', panel)
  if (theme !== 'auto') address.searchParams.set('theme', theme)
  return address.href
}

/** The element that shows it, ready to be pasted. */
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
