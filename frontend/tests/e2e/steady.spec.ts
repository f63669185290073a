import { expect, test } from '@playwright/test'

test('a banner comes and goes without moving the page', async ({ page }) => {
  await page.goto('./')
  const table = page.getByRole('main').getByRole('table')
  await expect(page.getByText('Demo data.')).toBeVisible()
  const before = await table.boundingBox()

  await page.getByRole('button', { name: 'Hide for this session' }).click()
  await expect(page.getByText('Demo data.')).toBeHidden()
  expect(await table.boundingBox()).toEqual(before)
})
