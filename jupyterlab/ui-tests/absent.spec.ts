import { expect, test } from '../../frontend/node_modules/@playwright/test'
import { openLab } from './lab'

const SENTENCE = 'No gpulse runs on this machine, and GpulseJupyter.autostart is off: start gpulse, or set GpulseJupyter.url.'

test('without a gpulse, the left area and the status bar contain what to do', async ({ page }) => {
  await openLab(page)
  const menu = page.getByRole('navigation', { name: 'GPU Dashboards' })
  await expect(menu).toContainText(SENTENCE)
  const status = page.getByRole('button', { name: 'gpulse: not reachable' })
  await expect(status).toHaveAttribute('title', SENTENCE)
  await page.locator('.jp-SideBar [data-id="gpulse-menu"]').click()
  await expect(menu).toBeHidden()
  await status.click()
  await expect(menu).toBeVisible()
})
