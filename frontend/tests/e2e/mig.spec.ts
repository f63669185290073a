import { expect, test } from '@playwright/test'
import { splitGpu } from '../../src/testing/mig'
import { foreignWords } from './chinese'
import { fitsEveryWindow, isAccessible } from './page'
import { follow, open, play, whenSettled } from './recorded'

test('the pages of a split GPU are accessible, fit every window, and fold its instances by key', async ({ page }) => {
  await play(page, 2, { 1: splitGpu })
  await open(page, '')
  const instance = page.getByRole('rowheader', { name: /\b1:2\b/ })
  await expect(instance).toBeVisible()
  const button = page.getByRole('button', { name: '4 instances, 7 slices' })
  await button.press('Enter')
  await expect(instance).toBeHidden()
  await button.press('Enter')
  await expect(instance).toBeVisible()

  for (const [path, text] of [
    ['', 'belong to the whole GPU'],
    ['gpus/1', 'Compute given to instances, 7 slices'],
    ['GPU-Memory', '2g'],
    ['Processes', '1:2'],
    ['Free', 'Free GPUs'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await follow(page, `./${path}`)
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    await isAccessible(page, (check) => whenSettled(page, check))
    await fitsEveryWindow(page)
  }
})

test('a slice shows no text that is cut', async ({ page }) => {
  await play(page, 2, { 1: splitGpu })
  await open(page, 'gpus/1')
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const slices = page.getByRole('img', { name: /^(Compute|Memory)/ }).locator('> span')
    await expect(slices).toHaveCount(8)
    const cut = () =>
      slices.evaluateAll((all) =>
        all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
      )
    await expect.poll(cut, { message: `at ${width}` }).toEqual([])
  }
})

test('the pages of a split GPU are Chinese', async ({ page }) => {
  await play(page, 2, { 1: splitGpu })
  for (const path of ['./?lang=zh', 'gpus/1?lang=zh', 'GPU-Memory?lang=zh']) {
    await open(page, path)
    await expect(page.getByText('1:2', { exact: true }).first()).toBeVisible()
    const own = (await foreignWords(page)).filter((text) => !/jlopez|train\.ipynb|embedder|\dg/.test(text))
    expect(own).toEqual([])
  }
})
