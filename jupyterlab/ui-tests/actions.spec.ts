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
  await holdIdle(page, 180)
  const notification = page.locator('.Toastify__toast')
  await expect(notification).toContainText('The idle kernel of train.ipynb holds 12 GiB on GPU 1 without work')
  await page.waitForResponse(/gpulse-jupyterlab\/kernels/)
  await expect(notification).toHaveCount(1)
  await notification.getByRole('button', { name: 'Shut Down Kernel (frees 12 GiB)' }).click()
  await expect(page.getByRole('dialog')).toContainText('Shut down the kernel of train.ipynb?')
})

test('the list of idle kernels opens their notebooks, and shuts them down after the confirmation', async ({ page }) => {
  const pid = await kernelPid(page)
  writeDriver(processOnGpu1(pid))
  await expect(status(page)).toHaveText('GPU 1: 12.0 GiB (this kernel)')
  const list = page.getByRole('region', { name: 'Idle kernels' })
  await expect(list).toContainText('No kernel has held GPU memory without work for 10 min.')
  await page.locator('.jp-SideBar [data-id="gpulse-menu"]').click()
  await expect(list).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 400 })
  await page.keyboard.press('Control+Shift+c')
  await page.locator('.lm-CommandPalette-input').fill('GPU: Idle Kernels')
  await page.keyboard.press('Enter')
  await expect(list).toBeInViewport({ ratio: 1 })

  await holdIdle(page, 35)
  await expect(list.getByRole('listitem')).toHaveText(/train.ipynb12.0 GiBGPU 1 · idle for 3\d minShut down/)
  await page.locator('.lm-TabBar-addButton:visible').first().click()
  await expect(page.getByRole('tab', { name: 'Launcher' })).toHaveAttribute('aria-selected', 'true')
  await list.getByRole('button', { name: 'train.ipynb' }).click()
  await expect(page.getByRole('tab', { name: 'train.ipynb' })).toHaveAttribute('aria-selected', 'true')

  await list.getByRole('button', { name: 'Shut down' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Shut down' }).click()
  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect(list.getByRole('listitem')).toHaveCount(0)
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

/** Answers that kernels have held their memory without work for so many minutes. */
async function holdIdle(page: Page, minutes: number): Promise<void> {
  const since = new Date(Date.now() - minutes * 60_000).toISOString()
  await page.route('**/gpulse-jupyterlab/kernels*', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replaceAll(/"heldIdleSince": ?null/g, `"heldIdleSince": "${since}"`) })
  })
}

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
