import { expect, test } from '../../frontend/node_modules/@playwright/test'
import { DASHBOARDS, frame, kernelPid, openLab, processOnGpu1, row, tabs, writeDriver } from './lab'

/** Text of each dashboard that follows from the driver. */
const VALUES: Readonly<Record<string, RegExp>> = {
  utilization: /\b44\s?%/,
  memory: /40\.0\s?\/ 79\.6/,
  resources: /PCIe, all GPUs/,
  pcie: /2\.0/,
  nvlink: /GB\/s/,
  nvlinkTimeline: /GB\/s/,
  machine: /mean of 4 GPUs/,
}

test('a visit of JupyterLab', async ({ page }) => {
  writeDriver()
  await openLab(page)

  await test.step('the seven dashboards show values of the driver', async () => {
    for (const name of DASHBOARDS) {
      await row(page, name).click()
      await expect(frame(page, name).locator('#app')).toContainText(VALUES[name] ?? '')
    }
    await expect(tabs(page)).toHaveCount(DASHBOARDS.length + 1)
  })

  await test.step('a second click shows the dashboard that is open', async () => {
    await row(page, 'utilization').click()
    await expect(page.getByRole('tab', { name: 'GPU utilization' })).toHaveAttribute('aria-selected', 'true')
    await expect(tabs(page)).toHaveCount(DASHBOARDS.length + 1)
  })

  await test.step('hidden dashboards send no requests', async () => {
    const pages: string[] = []
    page.on('request', (request) => {
      if (/gpulse\/api/.test(request.url())) pages.push(new URL(request.frame().url()).pathname)
    })
    // The status bar sends one every 2 s.
    for (let n = 0; n < 3; n++) await page.waitForRequest(/gpulse-jupyterlab\/kernels/)
    expect(pages.filter((path) => !path.endsWith('/GPU-Utilization'))).toEqual([])
  })

  await test.step('the theme changes without a reload', async () => {
    const root = frame(page, 'utilization').locator('html')
    await root.evaluate((element) => element.setAttribute('data-not-reloaded', ''))
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByText('Theme', { exact: true }).hover()
    await page.getByText('JupyterLab Dark', { exact: true }).click()
    await expect(root).toHaveAttribute('data-theme', 'dark')
    await expect(root).toHaveAttribute('data-not-reloaded', '')
  })

  await test.step('the status bar shows the memory of the kernel', async () => {
    writeDriver(processOnGpu1(await kernelPid(page)))
    await expect(page.getByRole('button', { name: 'GPU 1: 12.0 GiB (this kernel)' })).toBeVisible()
    await expect(row(page, 'gpu-1')).toContainText('this kernel')
  })

  await test.step('a reload restores the dashboards and creates only the visible frame', async () => {
    for (const name of DASHBOARDS) {
      await expect.poll(async () => (await page.request.get('lab/api/workspaces/default')).text()).toContain(`gpulse:${name}:`)
    }
    await page.goto('lab')
    await expect(tabs(page)).toHaveCount(DASHBOARDS.length + 1)
    await expect(frame(page, 'utilization').locator('#app')).toContainText(VALUES['utilization'] ?? '')
    await expect(page.locator('iframe')).toHaveCount(1)
    await expect(frame(page, 'utilization').locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
