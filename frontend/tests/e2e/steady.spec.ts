import { expect, test } from '@playwright/test'

test('a banner is printed, and leaves no room when it is hidden', async ({ page }) => {
  await page.goto('./Processes')
  const title = page.getByRole('heading', { level: 1 })
  const banner = page.getByText('These values are simulated.')
  await expect(banner).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hide for this session' })).toBeHidden()

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Hide for this session' }).click()
  await expect(banner).toBeHidden()
  expect((await title.boundingBox())?.y).toBe(72)
})
