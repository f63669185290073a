import { expect, test, type Page } from '@playwright/test'
import { BROKEN, BUSY, play } from './recorded'
import { watch } from './watch'

const icon = (page: Page) => page.locator('link[rel=icon]')
const address = async (page: Page) => decodeURIComponent((await icon(page).getAttribute('href')) ?? '')

test('the tab tells how the machine is', async ({ page }) => {
  const seen = watch(page)
  await play(page, 8, BUSY)
  await page.goto('./')

  await expect(page).toHaveTitle(/^⚠ GPU 7 · 8 GPUs · \d+\u202f% · 1 idle · Overview · gpulse$/)
  await expect.poll(() => address(page)).toMatch(/^data:image\/svg\+xml,<svg/)
  expect(seen.complaints).toEqual([])
})

test('the tab lives, and stands still while paused', async ({ page }) => {
  await page.goto('GPU-Utilization')
  await expect(page).toHaveTitle(/^Demo · .*8 GPUs · .* · GPU utilization · gpulse$/)
  const title = await page.title()
  await expect.poll(() => page.title()).not.toBe(title)
  const live = await address(page)

  await page.keyboard.press('Space')
  await expect(page).toHaveTitle(/^Paused · /)
  expect(await address(page)).not.toBe(live)
})

test('a lost GPU is marked', async ({ page }) => {
  await play(page, 8, BROKEN)
  await page.goto('./')

  await expect(page).toHaveTitle(/^⚠ GPUs 3, 6, 7 · 8 GPUs/)
})
