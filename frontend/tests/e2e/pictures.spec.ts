import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

/** Renews the picture of the README from the demo; asked for by GPULSE_PICTURES=1, since it takes minutes. */
const OVERVIEW = fileURLToPath(new URL('../../pictures/overview.png', import.meta.url))
/** Sparklines span two minutes. */
const FULL_MILLIS = 125_000

test('the overview', async ({ page }) => {
  test.skip(process.env.GPULSE_PICTURES === undefined, 'pictures are renewed on demand')
  test.setTimeout(2 * FULL_MILLIS)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('./')
  await expect(page.locator('.c-mem .share').first()).toHaveText(/\d/)
  const uptime = async () => {
    const status = (await (await page.request.get('api/v1/status')).json()) as { uptimeSeconds: number }
    return status.uptimeSeconds * 1000
  }
  await expect.poll(uptime, { timeout: FULL_MILLIS * 1.5 }).toBeGreaterThan(FULL_MILLIS)
  await page.screenshot({ path: OVERVIEW })
})
