import { expect, test } from '@playwright/test'
import { PAGES } from '../../src/pages'
import { address } from './page'
import { watch } from './watch'

/** What pages show of each snapshot is tested with recorded ones; here the server is the real one. */
const KEYS = Object.values(PAGES).flatMap(({ digit, numbers }) => (digit === undefined || numbers === undefined ? [] : [digit]))

test('every page shows the demo, labelled, and makes requests to its server only', async ({ page }) => {
  const { complaints, hosts } = watch(page)
  await page.goto(address('gpu', 2))
  await expect(page.getByText('Demo data.')).toBeVisible()
  for (const key of ['', ...KEYS]) {
    if (key !== '') await page.keyboard.press(key)

    await expect(page.getByRole('main').locator('data').first()).toHaveText(/\d/)
    await expect(page).toHaveTitle(/^Demo · .*8 GPUs · .* · gpulse$/)
    await expect(page.getByTestId('connection')).toContainText('Demo')
  }
  expect([...hosts]).toEqual([new URL(page.url()).host])
  // A server that has stored no sums yet answers 404, which the browser reports.
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
