import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { BROKEN, type Changes } from '../../src/testing/machine'
import type { PageName } from '../../src/navigation/pages'
import { address } from './page'
import { replay } from './recorded'
import { openScene, SCENES, type Scene } from './scenes'

/** Pictures are taken on demand: of every page by GPULSE_PICTURES=1, those of the README by GPULSE_PICTURES=readme. */
const WANTED = process.env.GPULSE_PICTURES
const FOLDER = fileURLToPath(new URL('../../../target/pictures/', import.meta.url))
const README_FOLDER = fileURLToPath(new URL('../../pictures/', import.meta.url))
/** Pages of the demo in the README. */
const README: readonly { page: PageName; element: string }[] = [
  { page: 'overview', element: 'canvas' },
  { page: 'gpu', element: 'canvas' },
  { page: 'history', element: '[data-testid=chart-row] canvas' },
  { page: 'insights', element: 'article' },
]
/** Sparklines span two minutes. */
const FULL_SECONDS = 125
/** Time from the first chart of a page to its picture. */
const SETTLED_SECONDS = 20

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const THEMES = ['dark', 'light'] as const

/** Takes pictures in every size and theme, each after another snapshot. */
async function visit(page: Page, scene: Scene, count: number, name: string, changes?: Changes): Promise<void> {
  await openScene(page, scene, count, changes)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await replay(page, 1)
      await page.screenshot({ path: `${FOLDER}${scene.name}-${name}-${colorScheme}-${size.width}.png` })
    }
  }
}

for (const scene of WANTED === undefined ? [] : SCENES) {
  for (const count of scene.counts) {
    test(`pictures of ${scene.name} with ${count} GPUs`, async ({ page }) => {
      await visit(page, scene, count, String(count))
    })
  }
  test(`pictures of ${scene.name} with every failure`, async ({ page }) => {
    await visit(page, scene, 8, '8-broken', BROKEN)
  })
}

test('the pictures of the README, from the demo', async ({ page }) => {
  test.skip(WANTED !== 'readme', 'taken on demand')
  /* eslint-disable no-restricted-syntax -- not a check, but pictures of two minutes of the demo */
  test.setTimeout(3 * FULL_SECONDS * 1000)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('./')
  const uptime = async () => {
    const status = (await (await page.request.get('api/v1/status')).json()) as { uptimeSeconds: number }
    return status.uptimeSeconds
  }
  const untilSeconds = (seconds: number) =>
    expect.poll(uptime, { timeout: 1500 * FULL_SECONDS }).toBeGreaterThan(seconds)
  await untilSeconds(FULL_SECONDS)
  for (const { page: name, element } of README) {
    await page.goto(address(name, 2) || './')
    await expect(page.getByRole('main').locator(element).first()).toBeVisible()
    await untilSeconds((await uptime()) + SETTLED_SECONDS)
    await page.screenshot({ path: `${README_FOLDER}${name}.png` })
  }
})
