import { expect, test, type Locator } from '@playwright/test'
import { BROKEN, BUSY, play } from './recorded'

function background(of: Locator): Promise<string> {
  return of.evaluate((element) => getComputedStyle(element).backgroundColor)
}

test('a print has no navigation and no buttons, in light colours and with the time', async ({ page }) => {
  await play(page, 8, BUSY)
  await page.goto('./?theme=dark')
  await expect(page.locator('.c-util data').first()).toHaveText(/\d/)

  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  for (const hidden of ['.nav', '.chip', '.menu', '.top button']) await expect(page.locator(hidden).first()).toBeHidden()
  await expect(page.locator('.on-paper')).toHaveText(/^1 Mar 2026 \d\d:\d\d:\d\d$/)
  await expect(page.locator('.gpus tbody tr')).toHaveCount(8)
  await expect(page.locator('.gpus canvas').first()).toBeVisible()

  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('.nav')).toBeVisible()
})

test('in forced colours the tile map stays filled, and what is chosen is told', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await play(page, 8, BROKEN)
  await page.goto('GPU-Utilization?theme=light')
  await expect(page.locator('.lane .now data').first()).toHaveText(/\d/)

  expect(await background(page.locator('.tiles u').first())).toBe('rgb(7, 133, 118)')
  const outline = (of: string) => page.locator(of).first().evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(await outline('.nav [aria-current=page]')).toBe('solid')
  expect(await outline('[aria-pressed=true]')).toBe('solid')

  await page.goto('./?theme=light')
  await expect(page.locator('.marks .crit')).toHaveCSS('background-color', 'rgb(198, 40, 40)')
})

for (const count of [8, 16]) {
  test(`${count} GPUs fill a wall`, async ({ page }) => {
    await page.setViewportSize({ width: 2560, height: 1440 })
    await play(page, count, BUSY)
    await page.goto('./')
    await expect(page.locator('.c-util data').first()).toHaveText(/\d/)

    const box = await page.locator('.gpus').boundingBox()
    expect(box?.width).toBeGreaterThan(2200)
    expect(box?.height).toBeGreaterThan(600)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1440)
  })
}
