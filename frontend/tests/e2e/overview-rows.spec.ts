import { expect, test, type Locator, type Page } from '@playwright/test'
import { BUSY } from '../../src/testing/machine'
import { open, play } from './recorded'

function rowOf(page: Page, gpu: number): Locator {
  const header = page.getByRole('rowheader', { name: new RegExp(`\\b${gpu}$`) })
  return page.getByRole('table', { name: 'GPUs' }).getByRole('row').filter({ has: header })
}

const pathOf = (page: Page) => new URL(page.url()).pathname

test('a row does not open on clicks on numbers, on selected text, or with modifier keys', async ({ page, context }) => {
  await play(page, 8, BUSY)
  await open(page, '')

  await rowOf(page, 2).getByText('71.2').click()
  const card = page.getByRole('region').filter({ hasText: 'memory.used' })
  await expect(card).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()

  const name = rowOf(page, 2).getByText('H100 80GB HBM3')
  const { x, y } = (await name.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 2, y + 8)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 8)
  await page.mouse.up()
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toMatch(/^H100/)
  expect(pathOf(page)).toBe('/')

  const opened = context.waitForEvent('page')
  const link = rowOf(page, 3).getByRole('link', { name: /\b3$/ })
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(/\/gpus\/3$/)
  expect(pathOf(page)).toBe('/')

  await link.press('Enter')
  await expect(page).toHaveURL(/\/gpus\/3$/)
})
