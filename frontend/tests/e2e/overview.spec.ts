import { expect, test, type Locator, type Page } from '@playwright/test'
import { BROKEN, BUSY } from '../../src/testing/machine'
import { open, play, replay } from './recorded'

const table = (page: Page) => page.getByRole('table', { name: 'GPUs' })
const links = (page: Page) => page.getByRole('navigation', { name: 'Dashboards' })

function pageHeight(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight)
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element is not visible')
  return box
}

/** Number of canvases with at least one coloured pixel. */
function painted(canvases: Locator): Promise<number> {
  return canvases.evaluateAll(
    (all) =>
      all.filter((each) => {
        const canvas = each as HTMLCanvasElement
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
        return pixels?.some((part) => part !== 0)
      }).length,
  )
}

/** Cells of the summary whose number, glyph or label is cut or overlaps another one. */
function brokenCells(page: Page): Promise<string[]> {
  return page.getByTestId('cell').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const [label, figure, sub] = [...cell.children] as HTMLElement[]
      const parts = [...(figure?.children ?? [])].map((part) => part.getBoundingClientRect())
      const overlaps = parts.some((part, i) => i > 0 && part.left < (parts[i - 1]?.right ?? 0))
      const isCut = [cell, label, figure].some((part) => part !== undefined && part.scrollWidth > part.clientWidth + 1)
      const clause = sub?.firstElementChild
      const cutClause = sub !== undefined && clause != null && clause.scrollWidth > sub.clientWidth
      return overlaps || isCut || cutClause ? [cell.textContent] : []
    }),
  )
}

for (const [count, changes] of [
  [1, BUSY],
  [8, BROKEN],
  [16, BUSY],
] as const) {
  test(`no cell of the summary of ${count} GPUs is cut, from phones to walls`, async ({ page }) => {
    await play(page, count, changes)
    await open(page, '')
    for (const width of [390, 560, 768, 1024, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      await replay(page, 0.5)
      expect([width, await brokenCells(page)]).toEqual([width, []])
    }
  })
}

for (const count of [8, 16]) {
  test(`${count} GPUs fit one screen and fill a wall`, async ({ page }) => {
    await play(page, count, BUSY)
    await open(page, '')
    await expect(table(page).getByRole('row')).toHaveCount(count + 1)
    await expect.poll(() => painted(table(page).getByRole('img', { name: /over time$/ }))).toBe(count)

    const screen = await boxOf(table(page))
    expect(screen.y + screen.height).toBeLessThanOrEqual(900)
    if (count === 8) expect(await pageHeight(page)).toBeLessThanOrEqual(900)
    await expect(page.getByRole('navigation', { name: 'Other pages' })).toHaveCount(count === 8 ? 1 : 0)

    await page.setViewportSize({ width: 2560, height: 1440 })
    await expect.poll(async () => (await boxOf(table(page))).width).toBeGreaterThan(1600)
    expect((await boxOf(page.getByRole('main'))).width).toBeLessThanOrEqual(1720)
    expect((await boxOf(table(page))).height).toBeGreaterThan(600)
    expect(await pageHeight(page)).toBeLessThanOrEqual(1440)
  })
}

test('the links of a phone scroll to the current page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await play(page, 8)
  await open(page, '')
  await expect(table(page).getByRole('rowheader')).toHaveCount(8)

  await page.keyboard.press('7')
  await replay(page, 1)
  await expect(links(page).getByRole('link', { name: 'Live charts' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('0')
  await replay(page, 1)
  await expect(links(page).getByRole('link', { name: 'Overview' })).toBeInViewport({ ratio: 1 })
})

test('the keys of the pages work after the server has stopped', async ({ page }) => {
  const fetched = page.waitForResponse(/others-.*\.js/)
  await play(page, 8, BUSY)
  await open(page, '')
  await fetched
  await expect(table(page).getByRole('row')).toHaveCount(9)
  await page.route('**/assets/**', (route) => route.abort())

  await page.keyboard.press('1')
  await replay(page, 1)
  await expect(page.getByRole('table', { name: 'Utilization' }).getByRole('rowheader')).toHaveCount(9)
  await page.keyboard.press('0')
  await replay(page, 1)
  await expect(table(page).getByRole('row')).toHaveCount(9)
  await expect(links(page).getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
})
