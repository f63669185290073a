import { expect, test, type Page } from '@playwright/test'
import { IncidentServer } from '../../src/testing/incident-server'
import { BUSY } from '../../src/testing/machine'
import { PastServer } from '../../src/testing/past'
import { pageWidth } from './page'
import { answer, open, play } from './recorded'

async function opened(page: Page, path: string): Promise<void> {
  await play(page, 8, BUSY)
  await answer(page, new PastServer(8).handle, new IncidentServer().handle)
  await open(page, path)
}

test('the overview with insights is as high as the window', async ({ page }) => {
  await opened(page, '')
  await expect(page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem')).toHaveCount(4)

  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
})

test('a small frame has the insights without buttons, or the checks', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 160 })
  await opened(page, 'Insights?embed=1&panel=list')
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('article').getByRole('button')).toHaveCount(0)
  await expect.poll(() => pageWidth(page)).toBeLessThanOrEqual(320)

  await open(page, 'Insights?embed=1&panel=checks')
  await expect(page.getByRole('region', { name: 'Other checks' }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('article')).toHaveCount(0)
})
