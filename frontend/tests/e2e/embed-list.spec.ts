import { expect, test } from '@playwright/test'
import { address } from './page'
import { watch } from './watch'

const PATH = address('embed')

test('the copied HTML is a frame with live numbers', async ({ page, context }) => {
  const seen = watch(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(PATH)
  const panel = page.getByRole('listitem').filter({ hasText: '/?embed=1&panel=util' })
  await panel.getByRole('button', { name: /^copy/ }).click()
  await expect(panel.getByRole('button', { name: /^copy/ })).toHaveText('copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`src="${new URL('./?embed=1&amp;panel=util', page.url()).href}"`)
  expect(seen.complaints).toEqual([])

  await page.evaluate((html) => {
    document.body.innerHTML = html
  }, copied)
  const inside = page.frameLocator('iframe').getByRole('main')
  await expect(inside.locator('data[data-metric="utilization.gpu"]').first()).toHaveText(/\d/)
})

test('the preview is the frame, in the chosen theme', async ({ page }) => {
  await page.goto(PATH)
  await page.getByRole('group', { name: 'Theme of the embed' }).getByRole('button', { name: 'light' }).click()
  await expect(page).toHaveURL(/frames=light/)

  await page
    .getByRole('listitem')
    .filter({ hasText: 'panel=overview' })
    .getByRole('button', { name: 'Preview' })
    .click()
  const inside = page.frameLocator('iframe')
  await expect(inside.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(inside.getByRole('table').locator('data').first()).toHaveText(/\d/)
  await page.getByRole('button', { name: 'Hide the preview' }).click()
  await expect(page.locator('iframe')).toHaveCount(0)
})
