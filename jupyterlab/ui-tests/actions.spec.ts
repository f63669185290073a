import { kill } from 'node:process'
import { expect, test, type Page } from '../../frontend/node_modules/@playwright/test'
import { frame, kernelPid, openLab, processOnGpu1, row, writeDriver } from './lab'

test.beforeEach(async ({ page }) => {
  writeDriver()
  await openLab(page)
  await expect(row(page, 'overview')).toBeVisible()
})

test('a card of the launcher and a command of the palette open a dashboard', async ({ page }) => {
  await page.locator('.lm-TabBar-addButton:visible').first().click()
  const cards = page.locator('.jp-Launcher-section', { hasText: 'GPU Dashboards' }).locator('.jp-LauncherCard')
  await expect(cards).toHaveCount(7)
  await cards.filter({ hasText: 'PCIe throughput' }).click()
  await expect(frame(page, 'pcie').locator('data[data-metric="pcie.rx"]').first()).toBeVisible()
  await page.keyboard.press('Control+Shift+c')
  await page.locator('.lm-CommandPalette-input').fill('NVLink timeline')
  await page.keyboard.press('Enter')
  await expect(frame(page, 'nvlinkTimeline').locator('canvas').first()).toBeVisible()
})

test('a kernel is shut down after the confirmation only', async ({ page }) => {
  const pid = await kernelPid(page)
  writeDriver(processOnGpu1(pid))
  await expect(status(page)).toHaveText('GPU 1: 12.0 GiB (this kernel)')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Shut Down Kernel (frees 12 GiB)' }).click()
  await expect(dialog).toContainText(`Process ${pid} ends and frees 12 GiB on GPU 1.`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(isAlive(pid)).toBe(true)
  await page.getByRole('button', { name: 'Shut Down Kernel (frees 12 GiB)' }).click()
  await dialog.getByRole('button', { name: 'Shut down' }).click()
  await expect.poll(() => isAlive(pid)).toBe(false)
  writeDriver()
  await expect(status(page)).toHaveText('4 GPUs 28 % 100 GiB')
})

test('a notification reports an idle kernel once, and offers to shut it down', async ({ page }) => {
  writeDriver(processOnGpu1(await kernelPid(page)))
  await expect(status(page)).toHaveText('GPU 1: 12.0 GiB (this kernel)')
  const since = new Date(Date.now() - 3 * 3_600_000).toISOString()
  await page.route('**/gpulse-jupyterlab/kernels*', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replaceAll(/"heldIdleSince": ?null/g, `"heldIdleSince": "${since}"`) })
  })
  const notification = page.locator('.Toastify__toast')
  await expect(notification).toContainText('The idle kernel of train.ipynb holds 12 GiB on GPU 1 without work')
  await page.waitForResponse(/gpulse-jupyterlab\/kernels/)
  await expect(notification).toHaveCount(1)
  await notification.getByRole('button', { name: 'Shut Down Kernel (frees 12 GiB)' }).click()
  await expect(page.getByRole('dialog')).toContainText('Shut down the kernel of train.ipynb?')
})

test('a setting removes the item of the status bar', async ({ page }) => {
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByText('Settings Editor', { exact: true }).click()
  const box = page.getByLabel('GPU memory in the status bar')
  await box.click()
  await expect(status(page)).toHaveCount(0)
  await box.click()
  await expect(status(page)).toBeVisible()
})

function status(page: Page): ReturnType<Page['locator']> {
  return page.locator('#gpulse-status')
}

function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0)
  } catch {
    return false
  }
}
