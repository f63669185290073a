import { expect, test, type Page } from '@playwright/test'
import { play } from './recorded'

const over = (page: Page) => page.locator('.time-chart .u-over').first()

/** Puts the pointer at a share of the first chart's width, its gutters left out. */
async function pointAt(page: Page, share: number): Promise<void> {
  const box = await over(page).boundingBox()
  if (box === null) throw new Error('There is no chart')
  await page.mouse.move(box.x + box.width * share, box.y + box.height / 2)
}

test('a click pins the crosshair; zoom, pin and what is put out stand in the address, and a link shows them', async ({
  page,
}) => {
  await play(page, 8)
  await page.goto('GPU-Resources?range=1m')
  await expect(page.locator('.readout td data').first()).toHaveText(/\d/)

  await pointAt(page, 0.2)
  await page.mouse.down()
  await pointAt(page, 0.8)
  await page.mouse.up()
  await over(page).click({ position: { x: 200, y: 40 } })
  await page.getByRole('button', { name: 'memory', exact: true }).click()
  await expect(page).toHaveURL(/from=.*Z&to=.*Z&at=.*Z&hide=totals\.1/)
  const moment = await page.locator('.readout .at b').textContent()
  await page.mouse.move(2, 2)
  await expect(page.locator('.readout .at b')).toHaveText(moment ?? '')

  const link = page.url()
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.locator('.readout .at b')).toHaveText(moment ?? '')
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'memory', exact: true })).toHaveAttribute('aria-pressed', 'false')

  await page.getByRole('link', { name: /GPU utilization/ }).first().click()
  await expect(page).toHaveURL(/GPU-Utilization.*from=.*at=/)
  await expect(page.locator('.lanes .header')).toContainText(/\d\d:\d\d to \d\d:\d\d:\d\d/)
  await page.keyboard.press('?')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/from=.*at=/)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/from=|at=/)

  await page.goBack()
  await expect(page).toHaveURL(/GPU-Resources.*from=.*at=/)
  await page.goForward()
  await expect(page).toHaveURL(/GPU-Utilization$/)
})
