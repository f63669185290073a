import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { BROKEN } from './recorded'
import { open, OVERVIEW, SCENES, showsWhatIsTold, type Scene } from './scenes'

/** Every picture takes minutes and is asked for by GPULSE_PICTURES=1; each page once is taken in every build. */
const EVERY = process.env.GPULSE_PICTURES !== undefined
const FOLDER = fileURLToPath(new URL('../../../target/pictures/', import.meta.url))
const README = fileURLToPath(new URL('../../pictures/overview.png', import.meta.url))
/** Sparklines span two minutes. */
const FULL_MILLIS = 125_000

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

async function picture(page: Page, scene: Scene, name: string): Promise<void> {
  await showsWhatIsTold(page, scene)
  await page.screenshot({ path: `${FOLDER}${scene.name}-${name}.png` })
}

/** One visit, seen in both sizes. */
async function visit(page: Page, scene: Scene, count: number, theme: string, machine = ''): Promise<void> {
  await page.setViewportSize(DESK)
  await (machine === '' ? open(page, scene, count, theme) : open(page, scene, count, theme, BROKEN))
  await picture(page, scene, `${count}${machine}-${theme}-${DESK.width}`)
  if (!EVERY) return
  await page.setViewportSize(PHONE)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await picture(page, scene, `${count}${machine}-${theme}-${PHONE.width}`)
}

for (const scene of SCENES) {
  for (const count of EVERY ? scene.counts : [8]) {
    for (const theme of EVERY ? ['dark', 'light'] : ['dark']) {
      test(`${scene.name} with ${count} GPUs, ${theme}, shows a number of its snapshot`, async ({ page }) => {
        await visit(page, scene, count, theme)
      })
    }
  }
}

for (const theme of ['dark', 'light']) {
  test(`the overview of a machine with every trouble, ${theme}`, async ({ page }) => {
    test.skip(!EVERY, 'pictures are renewed on demand')
    // Its first GPU tells its memory.
    await visit(page, OVERVIEW, 8, theme, '-broken')
  })
}

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
