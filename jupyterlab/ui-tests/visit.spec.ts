import { expect, test, type Page } from '../../frontend/node_modules/@playwright/test'
import { DASHBOARDS, openDashboard } from './dashboards'
import { chooseTheme, frame, kernelPid, openLab, output, processOnGpu1, row, tabs, writeDriver } from './lab'

const NAMES = Object.keys(DASHBOARDS)

test('a visit of JupyterLab', async ({ page }) => {
  writeDriver()
  await openLab(page)

  await test.step('the seven dashboards show the figures of the driver', async () => {
    for (const name of NAMES) await openDashboard(page, name)
    await expect(tabs(page)).toHaveCount(NAMES.length + 1)
  })

  await test.step('a second click shows the dashboard that is open', async () => {
    await row(page, 'utilization').click()
    await expect(page.getByRole('tab', { name: 'GPU utilization' })).toHaveAttribute('aria-selected', 'true')
    await expect(tabs(page)).toHaveCount(NAMES.length + 1)
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

  await test.step('the status bar shows the memory of the kernel, and opens the processes', async () => {
    writeDriver(processOnGpu1(await kernelPid(page)))
    const item = page.getByRole('button', { name: 'GPU 1: 12.0 GiB (this kernel)' })
    await expect(item).toBeVisible()
    await expect(row(page, 'gpu-1')).toContainText('this kernel')
    await item.click()
    await expect(frame(page, 'processes').locator('#app')).toContainText('12.0')
    await page.getByTitle('Close Processes').click()
  })

  await test.step('the theme changes without a reload, in the output of a cell as well', async () => {
    await page.locator('.jp-Cell-inputArea').click()
    await page.keyboard.press('Shift+Enter')
    await row(page, 'utilization').click()
    const roots = [frame(page, 'utilization').locator('html'), (await output(page)).locator('html')]
    for (const root of roots) {
      await expect(root).toHaveAttribute('data-theme', 'light')
      await root.evaluate((element) => element.setAttribute('data-not-reloaded', ''))
    }
    await chooseTheme(page, 'JupyterLab Dark')
    for (const root of roots) {
      await expect(root).toHaveAttribute('data-theme', 'dark')
      await expect(root).toHaveAttribute('data-not-reloaded', '')
    }
  })

  await test.step('a reload restores the dashboards and creates only the visible frame', async () => {
    await page.keyboard.press('Control+s')
    for (const name of NAMES) await expect.poll(() => workspace(page)).toContain(`gpulse:${name}:`)
    await page.goto('lab')
    await expect(tabs(page)).toHaveCount(NAMES.length + 1)
    await expect(frame(page, 'utilization').locator('#app')).toContainText('28 %')
    await expect(page.locator('.gpulse-Frame iframe')).toHaveCount(1)
    await expect(frame(page, 'utilization').locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

async function workspace(page: Page): Promise<string> {
  return (await page.request.get('lab/api/workspaces/default')).text()
}
