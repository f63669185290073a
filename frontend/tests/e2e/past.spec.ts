import { expect, test } from '@playwright/test'
import { BUSY } from '../../src/testing/machine'
import { PastServer } from '../../src/testing/past'
import { isAccessible } from './page'
import { answer, open, play, playLater, replay, whenSettled } from './recorded'

const LATER = 1800

test('a moment that was sent is the same half an hour later', async ({ page, context, browser, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const server = new PastServer(8)
  await play(page, 8, BUSY)
  await answer(page, server.handle)
  await open(page, 'GPU-Resources?range=1m&gpus=2')
  const plot = page.getByTestId('chart-row').first().getByRole('img')
  const box = await plot.boundingBox()
  await plot.click({ position: { x: (box?.width ?? 0) / 2, y: 20 } })
  await replay(page, 1)
  const readout = page.getByRole('region', { name: 'Values at the crosshair' })
  const moment = /\d\d:\d\d:\d\d/.exec(await readout.innerText())?.[0] ?? ''
  await page.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  // The clock is that of a context.
  const later = await browser.newPage({ baseURL: baseURL ?? '' })
  await playLater(later, { gpus: 8, changes: BUSY }, LATER)
  await answer(later, server.handle)
  await open(later, link)
  await replay(later, 3)
  const { searchParams } = new URL(link)
  expect(server.queries.map((query) => query.get('to'))).toContain(searchParams.get('to'))
  const same = later.getByRole('region', { name: 'Values at the crosshair' })
  await expect(same).toContainText(moment)
  await expect(same).not.toContainText('no samples')
  await expect(later.getByRole('main')).not.toContainText('before gpulse started')
})

test('last night on a GPU takes two clicks', async ({ page }) => {
  await play(page, 8, BUSY)
  await answer(page, new PastServer(8).handle)
  await open(page, '')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /History/ })
    .first()
    .click()
  await replay(page, 3)
  await page.getByRole('group', { name: 'GPU', exact: true }).getByRole('button', { name: '3' }).click()
  await replay(page, 3)

  await expect(page).toHaveURL(/gpus=3/)
  await expect(page.getByRole('main')).toContainText('GPU 3, H100 80GB HBM3')
  await expect(page.getByRole('region', { name: /GPU-hours went/ })).toContainText(/busy.*lost/s)
  await isAccessible(page, (check) => whenSettled(page, check))
})

test('an epoch is marked by a key', async ({ page }) => {
  const server = new PastServer(8)
  await play(page, 8, BUSY)
  await answer(page, server.handle)
  await open(page, 'GPU-Resources')
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Mark now' })
  await dialog.getByRole('textbox').fill('epoch 13')
  await expect(dialog).toContainText('"text":"epoch 13"')
  await page.keyboard.press('Enter')
  await replay(page, 1)

  expect(server.marks.map(({ text }) => text)).toContain('epoch 13')
  await expect(dialog).toBeHidden()
})
