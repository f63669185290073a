import { expect, test, type Page } from '@playwright/test'
import { violations } from './page'
import { BROKEN, BUSY, play } from './recorded'

const rows = (page: Page) => page.locator('.gpus tbody tr:not(.told)')

async function living(page: Page): Promise<void> {
  await expect(page.locator('.c-util data').first()).toHaveText(/\d/)
}

test('sorts by the heads of its columns, and finds the order again in the address', async ({ page }) => {
  await play(page, 8, BROKEN)
  await page.goto('./')
  await living(page)
  const indexes = rows(page).locator('.c-id b')
  await expect(indexes).toHaveText(['0', '1', '2', '3', '4', '5', '6', '7'])

  const head = page.getByRole('columnheader', { name: 'Temp.' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/\?sort=-temperature$/)
  // Those of which nothing is known come last, whichever way it goes.
  await expect(indexes).toHaveText(['7', '5', '2', '1', '0', '4', '3', '6'])
  await head.getByRole('button').press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(indexes).toHaveText(['4', '0', '1', '2', '5', '7', '3', '6'])

  await page.reload()
  await expect(indexes).toHaveText(['4', '0', '1', '2', '5', '7', '3', '6'])
  expect(await violations(page)).toEqual([])
})

test('a row leads to its GPU, by its link and by a click beside its numbers', async ({ page }) => {
  await play(page, 8, BUSY)
  await page.goto('./')
  await living(page)

  await rows(page).nth(5).locator('.c-name').click()
  await expect(page).toHaveURL(/\/gpus\/5$/)
  await page.goBack()
  await living(page)
  // A number explains itself instead.
  await rows(page).nth(2).locator('.c-mem data').first().click()
  await expect(page.locator('[popover]')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.keyboard.press('Escape')
  await expect(page.locator('[popover]')).toBeHidden()

  // Who marks a text stays where it is.
  const box = await rows(page).nth(2).locator('.c-name div').boundingBox()
  await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 8)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 8)
  await page.mouse.up()
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toMatch(/^H100/)
  expect(new URL(page.url()).pathname).toBe('/')
})

test('the link of a row opens in a tab of its own', async ({ page, context }) => {
  await play(page, 8, BUSY)
  await page.goto('./')
  await living(page)

  const opened = context.waitForEvent('page')
  await rows(page).nth(3).getByRole('link').click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(/\/gpus\/3$/)
  expect(new URL(page.url()).pathname).toBe('/')

  await rows(page).nth(3).getByRole('link').press('Enter')
  await expect(page).toHaveURL(/\/gpus\/3$/)
})
