import { expect, test } from '@playwright/test'
import { open, play } from './recorded'

test('Escape, a button and a click outside close the list of keys', async ({ page }) => {
  await play(page, 8)
  await open(page, 'GPU-Utilization')
  await expect(page.getByRole('table', { name: 'Utilization' })).toBeVisible()
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  const ways = [
    () => page.keyboard.press('Escape'),
    () => help.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 500),
  ]
  for (const close of ways) {
    await page.keyboard.press('?')
    await expect(help).toBeVisible()
    await close()
    await expect(help).toBeHidden()
  }
})

test('a reload keeps the chosen theme, and a frame has no navigation', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('GPU-Utilization')
  const root = page.locator('html')
  await expect(page.getByRole('table', { name: 'Utilization' })).toBeVisible()
  await expect(root).toHaveAttribute('data-theme', 'dark')

  await page.keyboard.press('t')
  await page.keyboard.press('t')
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'light')

  await page.goto('GPU-Utilization?embed=1')
  await expect(page.getByRole('table', { name: 'Utilization' })).toBeVisible()
  await expect(page.getByTestId('connection')).toContainText('Demo')
  await expect(page.getByRole('navigation')).toHaveCount(0)
})
