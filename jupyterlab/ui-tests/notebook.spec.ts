import { env } from 'node:process'
import { expect, test } from '../../frontend/node_modules/@playwright/test'
import { chooseTheme, output, writeNotebook } from './lab'

test('a command of Notebook opens a dashboard in a tab of the browser', async ({ page, context }) => {
  await writeNotebook(page)
  await page.goto(`notebooks/train.ipynb?token=${env['GPULSE_LAB_TOKEN'] ?? ''}`)
  await expect(page.locator('.jp-Cell-inputArea')).toBeVisible()
  const opened = context.waitForEvent('page')
  // Notebook takes the focus from its palette while it starts.
  await expect(async () => {
    await page.keyboard.press('Control+Shift+c')
    await page.locator('.lm-CommandPalette-input').fill('GPU utilization', { timeout: 1000 })
    await page.locator('.lm-CommandPalette-item', { hasText: 'GPU utilization' }).click({ timeout: 1000 })
  }).toPass()
  const dashboard = await opened
  expect(dashboard.url()).toContain('gpulse/GPU-Utilization?embed=1&theme=light&lang=en')
  await expect(dashboard.locator('data[data-metric="utilization.gpu"]').first()).toHaveText(/28/)
})

test('a panel in the output of a cell has the theme of Notebook', async ({ page }) => {
  await writeNotebook(page)
  await page.goto(`notebooks/train.ipynb?token=${env['GPULSE_LAB_TOKEN'] ?? ''}`)
  await page.locator('.jp-Cell-inputArea').click()
  await page.keyboard.press('Shift+Enter')
  const root = (await output(page)).locator('html')
  await expect(root).toHaveAttribute('data-theme', 'light')
  await chooseTheme(page, 'JupyterLab Dark')
  await expect(root).toHaveAttribute('data-theme', 'dark')
})
