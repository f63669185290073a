import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { address, addresses, WITH_NUMBERS } from './page'

/** As long as somebody looks at a page. */
const MINUTE = 60_000
const SETTLED_MILLIS = 1000

interface Shift {
  at: number
  of: string
}

/**
 * Runs in the page: what the browser itself tells of things that moved, without digits that grow in their cell, and
 * without sentences in their line: what rules find in the first minutes of a server comes among them when it is found.
 */
function observe(): void {
  const shifts: Shift[] = []
  const told = (node: Node | null) => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null)
    const path: string[] = []
    for (let each = element; each !== null && path.length < 4; each = each.parentElement) {
      path.unshift([each.localName, ...Array.from(each.classList)].join('.'))
    }
    return path.join(' > ')
  }
  const isOfItself = (node: Node | null) => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null)
    if (element === null) return false
    if (element.closest('.attention > li, .severities') !== null) return true
    return element.closest('data') !== null || (element.matches('td, dd') && element.querySelector('data') !== null)
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]) {
      for (const { node } of entry.sources) if (!isOfItself(node)) shifts.push({ at: entry.startTime, of: told(node) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  Object.assign(window, { shifts })
}

async function opened(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`./${path}`)
  return page
}

async function settledSince(page: Page): Promise<number> {
  await expect(page.locator('main data').first()).toHaveText(/\d/)
  return page.evaluate(() => performance.now())
}

/** What moved later than a second after the numbers were there. */
async function movedLater(page: Page, since: number): Promise<string[]> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  return [...new Set(shifts.filter(({ at }) => at > since + SETTLED_MILLIS).map(({ of }) => of))]
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`nothing moves on any page for a minute at ${width} pixels`, async ({ context }) => {
    test.setTimeout(3 * MINUTE)
    await context.addInitScript(observe)
    const paths = [...addresses(7, WITH_NUMBERS), address('gpu', 0)]
    const pages: { path: string; page: Page; since: number }[] = []
    for (const path of paths) {
      const page = await opened(context, path)
      await page.setViewportSize({ width, height })
      pages.push({ path, page, since: await settledSince(page) })
    }

    const last = pages.at(-1)
    await last?.page.waitForFunction((end) => performance.now() > end, last.since + MINUTE, { polling: 1000, timeout: 2 * MINUTE })

    const moved = await Promise.all(pages.map(async ({ path, page, since }) => [path, await movedLater(page, since)]))
    expect(Object.fromEntries(moved)).toEqual(Object.fromEntries(paths.map((path) => [path, []])))
  })
}

test('a banner comes and goes without moving the page', async ({ page }) => {
  await page.goto('./')
  const table = page.locator('.gpus')
  await expect(page.getByText('Demo data.')).toBeVisible()
  const before = await table.boundingBox()

  await page.getByRole('button', { name: 'Hide for this session' }).click()
  await expect(page.getByText('Demo data.')).toBeHidden()
  expect(await table.boundingBox()).toEqual(before)
})
