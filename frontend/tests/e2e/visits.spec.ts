import { expect, test, type Page } from '@playwright/test'
import { BROKEN, BUSY, type Changes } from '../../src/testing/machine'
import { foreignWords } from './chinese'
import { ALL_APPEARANCES, fitsEveryWindow, isAccessible, violations } from './page'
import { replay, whenSettled } from './recorded'
import { openScene, SCENES, showsNewestSnapshot, type Scene } from './scenes'
import { EVERY_PHASE, holdsStill, MINUTE } from './steady'
import { isThorough } from './thorough'
import { watch } from './watch'

/** Number of GPUs of the visits in every build. */
const USUAL = 8

async function isChinese(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Language' }).selectOption('简体中文')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect.poll(() => foreignWords(page)).toEqual([])
}

async function holdsStillOnPhone(page: Page, seconds: number): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await replay(page, 1)
  await holdsStill(page, seconds)
}

interface Visit {
  scene: Scene
  count: number
  changes: Changes | undefined
  /** Whether it has all combinations of theme and width. */
  isLong: boolean
}

/** For a minute on a desktop with 8 GPUs and on a phone with the most GPUs, otherwise in each phase of the load. */
async function isSteady(page: Page, { scene: { counts }, count, isLong }: Visit): Promise<void> {
  const isUsual = count === USUAL
  const isMost = count === Math.max(...counts)
  if (isUsual || !isMost) await test.step('holds still', () => holdsStill(page, isUsual ? MINUTE : EVERY_PHASE))
  if (isLong && (isUsual || isMost)) {
    await test.step('holds still on a phone', () => holdsStillOnPhone(page, isMost ? MINUTE : EVERY_PHASE))
  }
}

async function check(page: Page, visit: Visit): Promise<void> {
  const { scene, count, changes, isLong } = visit
  const { complaints } = watch(page)
  const isUsual = count === USUAL
  await openScene(page, scene, count, changes)
  if (scene.metric !== null) await test.step('shows the newest snapshot', () => showsNewestSnapshot(page, scene))
  await isSteady(page, visit)
  await test.step('is accessible', () =>
    isAccessible(page, (rules) => whenSettled(page, rules), isLong && isUsual ? ALL_APPEARANCES : undefined))
  await test.step('fits every window', () => fitsEveryWindow(page))
  await test.step('is Chinese', () => isChinese(page))
  await test.step('fits every window in Chinese', () => fitsEveryWindow(page))
  // Colors and roles in Chinese do not depend on the number of GPUs.
  if (isUsual) expect(await whenSettled(page, () => violations(page))).toEqual([])
  expect(complaints).toEqual([])
}

for (const [index, scene] of SCENES.entries()) {
  const isLong = isThorough(index + 1)
  for (const count of isLong ? scene.counts : [USUAL]) {
    test(`${scene.name} is correct, stable, accessible, translated and fits every window with ${count} GPUs`, async ({
      page,
    }) => {
      test.slow(isLong, 'more combinations of theme and width')
      await check(page, { scene, count, changes: { 8: BROKEN, 16: BUSY }[count], isLong })
    })
  }
}
