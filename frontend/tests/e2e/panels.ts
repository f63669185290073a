import { expect, type Locator, type Page } from '@playwright/test'
import type { Panel } from '../../src/navigation/panels'
import en from '../../src/i18n/en.json' with { type: 'json' }
import type { PageName } from '../../src/navigation/pages'
import { address, pageWidth } from './page'

/** The smallest frame that shows every panel. */
export const SMALL = { width: 320, height: 160 }
/** Text of a panel for which the machine reports nothing. */
export const NOTHING = 'No data for this panel.'

/** Numbers, charts and cells; the content of insights are sentences. */
const CONTENT = 'canvas, data, dd, td, [role=img], [role=cell], article, li, [role=status]'

/** Opens a panel in a small frame. */
export async function openPanel(page: Page, of: PageName, { name }: Panel): Promise<void> {
  await page.setViewportSize(SMALL)
  await page.goto(panelAddress(of, name))
}

/** Shows another panel in the open frame, by a change of its address. */
export async function showPanel(page: Page, name: string): Promise<void> {
  await page.evaluate((panel) => {
    const address = new URL(location.href)
    address.searchParams.set('panel', panel)
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
    // The previous panel is removed by the second frame.
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }, name)
}

export function panelAddress(of: PageName, name: string): string {
  return `./${address(of)}?embed=1&panel=${name}`
}

/** Title, content and connection of an open panel can be read without scrolling. */
export async function panelIsReadable(page: Page, panel: Panel): Promise<void> {
  const { name } = panel
  const main = page.getByRole('main')
  const frame = page.getByRole('contentinfo')
  await expect(main.locator(CONTENT).first(), name).toBeAttached()
  await expect(page.getByText(NOTHING), name).toBeHidden()
  await expect.poll(() => pageWidth(page), { message: name }).toBeLessThanOrEqual(SMALL.width)

  const title = titleOf(panel, main, frame)
  await expect(title, name).toBeInViewport({ ratio: 0.9 })
  await expect(title, name).toHaveText(/\S/)
  await expect(main.locator(CONTENT).filter({ visible: true }).first(), name).toBeInViewport()
  await expect(frame.getByTestId('connection'), name).toBeInViewport({ ratio: 0.9 })
  if (panel.chart !== true) return
  await expect(main.locator('canvas').first(), name).toBeInViewport({ ratio: 0.99 })
  await expect.poll(() => bottomOf(page), { message: name }).toBeLessThanOrEqual(SMALL.height)
}

/** A panel without a heading has its title in the line at the bottom. */
function titleOf({ headless, title }: Panel, main: Locator, frame: Locator): Locator {
  if (headless === true && 'key' in title) return frame.getByText(englishOf(title.key))
  const heading = main.getByRole('heading', { level: 2 })
  return heading.or(main.getByRole('columnheader')).filter({ visible: true }).first()
}

function englishOf(key: string): string {
  const text = key.split('.').reduce<unknown>((texts, part) => (texts as Record<string, unknown>)[part], en)
  if (typeof text !== 'string') throw new Error(`No text ${key}`)
  return text
}

export function bottomOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight)
}
