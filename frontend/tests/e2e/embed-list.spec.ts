import { expect, test } from '@playwright/test'
import { PANELS } from '../../src/embed/panels'
import { address, fitsEveryWindow, violations } from './page'
import { watch } from './watch'

const PATH = address('embed')

test('every panel and every page is there, with a frame to copy', async ({ page, context }) => {
  const seen = watch(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(PATH)
  const panel = page.getByRole('listitem').filter({ hasText: '/?embed=1&panel=util' })
  const machine = page.getByRole('region', { name: 'Machine resources' }).getByRole('listitem')
  await expect(machine).toHaveCount(PANELS.machine.length + 1)

  await panel.getByRole('button', { name: /^copy/ }).click()
  await expect(panel.getByRole('button', { name: /^copy/ })).toHaveText('copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`src="${new URL('./?embed=1&amp;panel=util', page.url()).href}"`)
  expect(seen.complaints).toEqual([])
})

test('of many GPUs there are the frames of the chosen one', async ({ page }) => {
  await page.goto(PATH)
  const entries = page.getByRole('listitem').filter({ hasText: /gpus\/\d+\?embed=1/ })
  await expect(entries.filter({ hasText: 'gpus/0?' })).toHaveCount(PANELS.gpu.length + 1)

  await page.getByRole('combobox', { name: 'GPU' }).selectOption('GPU 7')
  await expect(page).toHaveURL(/gpu=7/)
  await expect(entries.filter({ hasText: 'gpus/7?' })).toHaveCount(PANELS.gpu.length + 1)
  await expect(entries).toHaveCount(PANELS.gpu.length + 1)
  await expect(page.getByRole('heading', { name: 'GPU 7', exact: true })).toBeVisible()
})

test('a page leads to its frame', async ({ page }) => {
  await page.goto(address('processes'))
  await page.getByRole('button', { name: 'Copy as' }).click()
  await page.getByRole('link', { name: 'Embed in another page' }).click()

  await expect(page.getByRole('heading', { name: 'Embed' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a copied frame shows living numbers', async ({ page }) => {
  await page.goto(PATH)
  const code = page.getByRole('listitem').filter({ hasText: '/?embed=1&panel=util' }).locator('.command code')
  const frame = await code.innerText()
  await page.evaluate((html) => {
    document.body.innerHTML = html
  }, frame)

  await expect(page.frameLocator('iframe').locator('.lane:not(.fleet) .now data').first()).toHaveText(/\d/)
})

test('the preview is the frame, in the chosen theme', async ({ page }) => {
  await page.goto(PATH)
  await page.getByRole('group', { name: 'Theme of the embed' }).getByRole('button', { name: 'light' }).click()
  await expect(page).toHaveURL(/frames=light/)

  await page.getByRole('listitem').filter({ hasText: 'panel=overview' }).getByRole('button', { name: 'Preview' }).click()
  const inside = page.frameLocator('iframe')
  await expect(inside.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(inside.locator('.c-util data').first()).toHaveText(/\d/)
  await page.getByRole('button', { name: 'Hide the preview' }).click()
  await expect(page.locator('iframe')).toHaveCount(0)
})

for (const theme of ['dark', 'light']) {
  test(`everybody can use the ${theme} page, in every window`, async ({ page }) => {
    await page.goto(`${PATH}?theme=${theme}`)
    await expect(page.getByRole('listitem').first()).toBeVisible()

    expect(await violations(page)).toEqual([])
    await fitsEveryWindow(page)
  })
}
