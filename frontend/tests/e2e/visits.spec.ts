import { expect, test, type Page } from '@playwright/test'
import { BROKEN, BUSY, type Changes } from '../../src/testing/machine'
import { foreignWords } from './chinese'
import { fitsEveryWindow, isAccessible, SOME_LOOKS, violations } from './page'
import { replay, ticking } from './recorded'
import { openScene, SCENES, showsNewestSnapshot, type Scene } from './scenes'
import { holdsStill } from './steady'
import { THOROUGH } from './thorough'
import { watch } from './watch'

async function isChinese(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Language' }).selectOption('简体中文')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect.poll(() => foreignWords(page)).toEqual([])
}

async function holdsStillOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await replay(page, 1)
  await holdsStill(page)
}

async function visit(page: Page, scene: Scene, count: number, changes?: Changes): Promise<void> {
  const { complaints } = watch(page)
  const isUsual = count === 8
  await openScene(page, scene, count, changes)
  if (scene.metric !== null) await test.step('shows the newest snapshot', () => showsNewestSnapshot(page, scene))
  await test.step('holds still for a minute', () => holdsStill(page))
  if (THOROUGH && isUsual) await test.step('holds still on a phone', () => holdsStillOnPhone(page))
  await test.step('is accessible', () => isAccessible(page, (check) => ticking(page, check), isUsual ? undefined : SOME_LOOKS))
  await test.step('fits every window', () => fitsEveryWindow(page))
  await test.step('is Chinese', () => isChinese(page))
  await test.step('fits every window in Chinese', () => fitsEveryWindow(page))
  expect(await ticking(page, violations(page))).toEqual([])
  expect(complaints).toEqual([])
}

for (const scene of SCENES) {
  for (const count of THOROUGH ? scene.counts : [8]) {
    test(`${scene.name} is true, steady, accessible, Chinese and fits every window with ${count} GPUs`, async ({ page }) => {
      test.slow(THOROUGH, 'more combinations of theme and width')
      await visit(page, scene, count, { 8: BROKEN, 16: BUSY }[count])
    })
  }
}
