import { expect, test } from '@playwright/test'
import { watch } from './watch'

test('a panel is embedded: from its page to a live picture of it and the text to paste', async ({ page }) => {
  const seen = watch(page)
  await page.goto('./GPU-Resources?range=1m&gpus=2')
  await page.getByRole('button', { name: 'Copy as' }).click()
  await page.getByRole('link', { name: 'Embed in another page' }).click()

  await expect(page.getByRole('heading', { name: 'GPU resources · Utilization' })).toBeVisible()
  await expect(page.getByText(/\/GPU-Resources\?embed=1&panel=utilization\.gpu&range=1m&gpus=2$/)).toBeVisible()
  const first = page.getByRole('region', { name: 'GPU resources', exact: true }).getByRole('listitem').first()
  const panel = first.frameLocator('iframe')
  await expect(panel.getByTestId('connection')).toContainText('Demo')
  await expect(panel.getByRole('img').first()).toBeVisible()
  // Only what is in view is loaded.
  const loaded = await page.locator('iframe').count()
  expect(loaded).toBeLessThan(await page.getByRole('listitem').count())
  expect(seen.complaints).toEqual([])
})

test('the copied HTML is a frame with live numbers, in the chosen theme', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('./embed?page=overview&panel=util')
  await page.getByRole('group', { name: 'Theme of the frames' }).getByRole('button', { name: 'light' }).click()
  await expect(page).toHaveURL(/frames=light/)
  await page.getByRole('definition').nth(1).getByRole('button').click()
  await expect(page.getByRole('definition').nth(1).getByRole('button')).toHaveText('copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`src="${new URL('./?embed=1&amp;panel=util', page.url()).href}`)

  await page.evaluate((html) => {
    document.body.innerHTML = html
  }, copied)
  const inside = page.frameLocator('iframe')
  await expect(inside.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(inside.getByRole('main').locator('data[data-metric="utilization.gpu"]').first()).toHaveText(/\d/)
})
