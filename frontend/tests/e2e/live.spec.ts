import { expect, test, type Page } from '@playwright/test'
import en from '../../src/i18n/en.json' with { type: 'json' }
import { PAGES, type PageName } from '../../src/navigation/pages'
import { address } from './page'
import { watch } from './watch'

/** Tests with the real server; the tests with recorded snapshots check the displayed values. */
const WITH_KEYS = (Object.keys(PAGES) as PageName[]).filter(
  (page) => PAGES[page].numbers && PAGES[page].digit !== undefined,
)

async function showsDemo(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(`^Demo · .*8 GPUs · .* · ${title} · gpulse$`))
  await expect(page.getByRole('main').locator('data').first()).toHaveText(/\d/)
  await expect(page.getByTestId('connection')).toContainText('Demo')
}

/** Parts of pages with data that is not from the stream. */
const PARTS: Partial<Record<PageName, (page: Page) => Promise<void>>> = {
  memory: (page) =>
    expect(page.getByRole('main').locator('[data-metric="memory.total"]').first()).toContainText('79.6'),
  nvlink: async (page) => {
    await expect(page.getByRole('region', { name: 'Per link' }).getByRole('cell')).toHaveCount(8 * 18)
    await page.getByRole('navigation', { name: 'Live charts' }).getByRole('link', { name: 'Pairs' }).click()
    await expect(page.getByText('None of 144 has errors.')).toBeVisible()
  },
  machine: (page) => expect(page.getByRole('img', { name: /^\d+ threads/ })).toBeVisible(),
  processes: (page) => expect(page.getByRole('main').getByRole('cell', { name: 'mchen' }).first()).toBeVisible(),
  history: (page) => expect(page.getByTestId('chart-row')).toHaveCount(4),
}

test('every page shows the demo, labelled, and makes requests to its server only', async ({ page }) => {
  const { complaints, hosts } = watch(page)
  await page.goto(address('gpu', 2))
  await expect(page.getByText('Demo data.')).toBeVisible()
  await showsDemo(page, 'GPU 2')
  for (const name of WITH_KEYS) {
    await page.keyboard.press(PAGES[name].digit ?? '')
    // The processes are a view of the jobs, with a title of its own.
    await expect(page).toHaveURL(new RegExp(`/${address(name === 'processes' ? 'jobs' : name)}(\\?|$)`))
    await showsDemo(page, en.page[name as keyof typeof en.page])
    await PARTS[name]?.(page)
  }
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
  expect([...hosts]).toEqual([new URL(page.url()).host])
  // A server without stored sums responds with 404, which the browser reports.
  expect(complaints.filter((each) => !each.includes('404'))).toEqual([])
})

test('the page shows one snapshot of the server after another', async ({ page }) => {
  await page.goto('./')
  const numbers = page.getByRole('main').locator('data')
  await expect(numbers.first()).toHaveText(/\d/)
  const values = () => numbers.evaluateAll((all) => all.map((each) => each.getAttribute('value')))
  const first = await values()
  await expect.poll(values).not.toEqual(first)
})
