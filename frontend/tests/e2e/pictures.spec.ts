import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { pageWidth } from './page'
import { BROKEN, replayed, type Changes } from './recorded'
import { open, OVERVIEW, SCENES, showsWhatIsTold, type Scene } from './scenes'

/** Every picture takes minutes and is asked for by GPULSE_PICTURES=1; each page once is taken in every build. */
const EVERY = process.env.GPULSE_PICTURES !== undefined
const FOLDER = fileURLToPath(new URL('../../../target/pictures/', import.meta.url))
const README = fileURLToPath(new URL('../../pictures/overview.png', import.meta.url))
/** Sparklines span two minutes. */
const FULL_MILLIS = 125_000

const DESK = { width: 1440, height: 900 }
const SIZES = EVERY ? [DESK, { width: 390, height: 844 }] : [DESK]
const THEMES = EVERY ? (['dark', 'light'] as const) : (['dark'] as const)

/** One visit, seen in every size and theme; each picture is drawn with what came after the change. */
async function visit(page: Page, scene: Scene, count: number, name: string, changes?: Changes): Promise<void> {
  await page.emulateMedia({ colorScheme: THEMES[0] })
  await page.setViewportSize(DESK)
  await open(page, scene, count, changes)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      const told = await replayed(page)
      await expect.poll(() => replayed(page)).toBeGreaterThan(told)
      await showsWhatIsTold(page, scene)
      await page.screenshot({ path: `${FOLDER}${scene.name}-${name}-${colorScheme}-${size.width}.png` })
    }
    expect(await pageWidth(page)).toBeLessThanOrEqual(size.width)
  }
}

for (const scene of SCENES) {
  for (const count of EVERY ? scene.counts : [8]) {
    test(`${scene.name} with ${count} GPUs shows a number of its snapshot`, async ({ page }) => {
      await visit(page, scene, count, String(count))
    })
  }
}

test('the overview of a machine with every trouble', async ({ page }) => {
  test.skip(!EVERY, 'pictures are renewed on demand')
  await visit(page, OVERVIEW, 8, '8-broken', BROKEN)
})

test('the picture of the README, from the demo', async ({ page }) => {
  test.skip(process.env.GPULSE_PICTURES !== 'readme', 'it is renewed on demand, by GPULSE_PICTURES=readme')
  test.setTimeout(2 * FULL_MILLIS)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('./')
  await expect(page.locator('.c-mem .share').first()).toHaveText(/\d/)
  const uptime = async () => {
    const status = (await (await page.request.get('api/v1/status')).json()) as { uptimeSeconds: number }
    return status.uptimeSeconds * 1000
  }
  await expect.poll(uptime, { timeout: FULL_MILLIS * 1.5 }).toBeGreaterThan(FULL_MILLIS)
  await page.screenshot({ path: README })
})
