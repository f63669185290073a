import { expect, test } from '@playwright/test'
import { engineFleet } from '../../src/testing/engine-fleet'
import { fleetApi } from '../../src/testing/fleet'
import { BUSY } from '../../src/testing/machine'
import { foreignWords } from './chinese'
import { ALL_APPEARANCES, fitsEveryWindow, isAccessible, violations } from './page'
import { answer, open, play, whenSettled } from './recorded'
import { isThorough } from './thorough'

const APPEARANCES = isThorough(3) ? ALL_APPEARANCES : undefined

test('machines of an engine: accessible, and fit every window', async ({ page }) => {
  await play(page, 8, BUSY)
  await answer(page, fleetApi(engineFleet))
  await open(page, 'Fleet')
  await isAccessible(page, (check) => whenSettled(page, check), APPEARANCES)
  await fitsEveryWindow(page)

  await page.getByRole('button', { name: 'trn-h100-12' }).click()
  await expect(page.getByText('This source reports no users.')).toBeVisible()
  await isAccessible(page, (check) => whenSettled(page, check), APPEARANCES)
  await fitsEveryWindow(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('dialog', { name: 'trn-h100-12' })).toBeVisible()
  expect(await whenSettled(page, () => violations(page))).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('machines of an engine are translated', async ({ page }) => {
  await play(page, 8, BUSY)
  await answer(page, fleetApi(engineFleet))
  await open(page, 'Fleet?show=who&lang=zh')
  await expect(page.getByText('引擎称其回答不完整：503')).toBeVisible()
  await expect.poll(() => foreignWords(page)).toEqual([])
  await fitsEveryWindow(page)
})
