import { env } from 'node:process'
import { expect, test } from '../../frontend/node_modules/@playwright/test'
import { DASHBOARDS } from './dashboards'
import { openLab, row } from './lab'

const sentence = env['GPULSE_SENTENCE']

test('each dashboard shows why it has no values', async ({ page }) => {
  test.skip(sentence === undefined, 'Needs GPULSE_SENTENCE.')
  await openLab(page)
  for (const name of Object.keys(DASHBOARDS).filter((name) => name !== 'machine')) {
    await row(page, name).click()
    const widget = page.locator(`[id="gpulse:${name}:"]`)
    await expect(widget.frameLocator('iframe').locator('#app').or(widget)).toContainText(sentence ?? '')
  }
})
