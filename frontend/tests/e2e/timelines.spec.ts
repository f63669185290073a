import { expect, test, type Page } from '@playwright/test'
import type { Snapshot } from '../../src/api/types'
import { violations } from './page'
import { BROKEN, BUSY, play, replayed } from './recorded'
import { watch } from './watch'

const rows = (page: Page) => page.locator('.readout tbody tr:not(.total)')
const numbers = (page: Page) => page.locator('.readout tbody td')
const picture = (page: Page, i = 0) => page.locator('.time-chart').nth(i)

async function living(page: Page): Promise<void> {
  await expect(picture(page).locator('canvas')).toBeVisible()
  await expect(page.locator('.readout td data').first()).toHaveText(/\d/)
}

/** Puts the pointer at a share of the first chart's width, its gutters left out. */
async function pointAt(page: Page, share: number): Promise<{ x: number; y: number }> {
  const box = await picture(page).locator('.u-over').boundingBox()
  if (box === null) throw new Error('There is no chart')
  const place = { x: box.x + box.width * share, y: box.y + box.height / 2 }
  await page.mouse.move(place.x, place.y)
  return place
}

for (const path of ['GPU-Resources', 'NVLink-Timeline']) {
  test(`${path} lives, and asks nobody else`, async ({ page }) => {
    const seen = watch(page)
    await page.goto(path)
    await living(page)

    const before = await numbers(page).allInnerTexts()
    await expect.poll(() => numbers(page).allInnerTexts()).not.toEqual(before)
    expect(seen.complaints).toEqual([])
    expect([...seen.hosts]).toEqual([new URL(page.url()).host])
  })

  for (const theme of ['dark', 'light']) {
    test(`everybody can use ${path} in the ${theme} theme`, async ({ page }) => {
      await play(page, 8, BROKEN, { 'nvlink.bandwidth.max': 478e9 })
      await page.goto(`${path}?theme=${theme}`)
      await living(page)

      expect(await violations(page)).toEqual([])
      await rows(page).nth(5).getByRole('button').click()
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await violations(page)).toEqual([])
    })
  }

  for (const count of [1, 8, 16]) {
    test(`${path} fits every window with ${count} GPUs`, async ({ page }) => {
      await play(page, count, BUSY)
      await page.goto(path)
      await living(page)

      for (const each of [390, 768, 1024, 1180, 1440, 2560]) {
        await page.setViewportSize({ width: each, height: 900 })
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(each)
      }
    })
  }
}

test('the numbers are those of the server', async ({ page }) => {
  await page.goto('GPU-Resources')
  await living(page)
  const response = await page.request.get('api/v1/snapshot?view=core')
  const { gpus } = (await response.json()) as Snapshot

  // Memory hardly moves, so that a mean of five seconds is still what the server says now.
  for (const [index, gpu] of gpus.entries()) {
    const told = (gpu.values['memory.used'] ?? NaN) / 2 ** 30
    const shown = Number(await rows(page).nth(index).locator('td').nth(1).locator('data').getAttribute('value'))
    expect(Math.abs(shown - told)).toBeLessThan(2)
  }
})

test('one crosshair reads all charts, and leaving returns to now', async ({ page }) => {
  const seen = watch(page)
  await play(page, 8, BUSY)
  await page.goto('GPU-Resources?range=1m')
  await living(page)
  await expect(page.locator('.row h2')).toHaveText([
    'Utilization',
    'Memory used',
    'Totals',
    'PCIe, all GPUs',
    'Power',
    'Temperature',
  ])

  await pointAt(page, 0.5)
  await expect(page.locator('.readout .at')).toContainText(/1\d:\d\d:\d\d/)
  await expect(page.locator('.readout .at')).toContainText('Sample')
  const crosshairs = page.locator('.u-cursor-x')
  const lines = await crosshairs.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x))
  expect(lines).toHaveLength(6)
  expect(Math.max(...lines) - Math.min(...lines)).toBeLessThan(1)

  await page.mouse.move(2, 2)
  await expect(page.locator('.readout .at')).toContainText('Now')
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('.readout .at')).not.toContainText('5 s mean')
  await page.keyboard.press('Escape')
  await expect(page.locator('.readout .at')).toContainText('5 s mean')
  expect(seen.complaints).toEqual([])
})

test('a drag zooms all charts, and a double click goes back', async ({ page }) => {
  await play(page, 8)
  await page.goto('GPU-Resources?range=1m')
  await living(page)

  await pointAt(page, 0.3)
  await page.mouse.down()
  const end = await pointAt(page, 0.7)
  await page.mouse.up()
  await expect(page.locator('.row').first()).toContainText(/\d\d:\d\d to \d\d:\d\d:\d\d/)
  await page.mouse.dblclick(end.x, end.y)
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeHidden()
})

test('a click shows a GPU alone, and with Ctrl one more; the address keeps it', async ({ page }) => {
  await play(page, 8, BUSY)
  await page.goto('GPU-Resources')
  await living(page)

  await page.getByRole('button', { name: 'Show GPU 0 only' }).click()
  await expect(page).toHaveURL(/gpus=0$/)
  await page.getByRole('button', { name: 'Show GPU 3 only' }).click({ modifiers: ['Control'] })
  await expect(page).toHaveURL(/gpus=0(,|%2C)3/)
  await expect(page.locator('.row h2').nth(3)).toHaveText('PCIe, GPU 0, 3')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show GPU 3 only' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Show all GPUs' }).click()
  await expect(page).not.toHaveURL(/gpus=/)
})

test('the range is one for all pages of a browser', async ({ page }) => {
  await play(page, 8)
  await page.goto('GPU-Resources')
  await living(page)

  await page.keyboard.press(']')
  await expect(page).toHaveURL(/range=15m/)
  await page.keyboard.press('6')
  await expect(page.getByRole('button', { name: '15 min' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('1')
  await expect(page.getByRole('button', { name: '15 min' })).toHaveAttribute('aria-pressed', 'true')
})

test('pause freezes the timelines', async ({ page }) => {
  await play(page, 8)
  await page.goto('NVLink-Timeline')
  await living(page)

  await page.keyboard.press('Space')
  await expect(page.locator('.chip')).toContainText('Paused')
  const held = await numbers(page).allInnerTexts()
  const before = await replayed(page)
  await expect.poll(() => replayed(page)).toBeGreaterThan(before + 2)
  expect(await numbers(page).allInnerTexts()).toEqual(held)
})

test('a lost GPU is a sentence, and its past is still there', async ({ page }) => {
  await play(page, 8, BROKEN)
  await page.goto('GPU-Resources?range=5m')
  await living(page)

  await expect(rows(page).nth(3)).toContainText('GPU is lost')
  await expect(rows(page).nth(6)).toContainText('GPU is not responding')
  for (const index of [3, 6]) await expect(rows(page).nth(index).locator('data')).toHaveCount(0)
  await expect(rows(page).nth(0).locator('td').nth(2)).toContainText('error')
  await expect(page.locator('.readout .total')).toContainText('of 8')

  // Where the chart knows it, so does the readout.
  await pointAt(page, 0.6)
  await expect(rows(page).nth(3).locator('data').first()).toHaveText(/\d/)
  await pointAt(page, 0.05)
  await expect(rows(page).nth(0).locator('td').first()).toContainText('no samples')
})

test('a machine without NVLink says so', async ({ page }) => {
  const seen = watch(page)
  const absent = { 'nvlink.tx': 'NOT_SUPPORTED', 'nvlink.rx': 'NOT_SUPPORTED' }
  const changes = { values: { 'utilization.gpu': 3 }, absent }
  await play(page, 1, { 0: () => changes as Partial<Snapshot['gpus'][number]> })
  await page.goto('NVLink-Timeline')

  await expect(page.getByRole('heading', { name: 'This GPU has no NVLink' })).toBeVisible()
  await page.getByRole('link', { name: 'PCIe timelines' }).click()
  await expect(page).toHaveURL(/GPU-Resources\?charts=links/)
  expect(seen.complaints).toEqual([])
})

test('of twenty GPUs those that swing most are drawn, until somebody wants all', async ({ page }) => {
  await play(page, 20)
  await page.goto('GPU-Resources')
  await expect(page.getByText('show the 8 of 20 GPUs that vary most')).toBeVisible()
  await expect(page.locator('.readout tbody tr')).toHaveCount(21)

  await page.getByRole('button', { name: 'Show all 20' }).click()
  await expect(page).toHaveURL(/gpus=0(,|%2C)1(,|%2C)2/)
  await expect(page.getByText('Showing the selected GPUs.')).toBeVisible()
  await page.getByRole('button', { name: 'Show the 8 that vary most' }).click()
  await expect(page).not.toHaveURL(/gpus=/)
})

test('inside another page there are only the charts', async ({ page }) => {
  await play(page, 8)
  await page.goto('GPU-Resources?embed=1&panel=power.draw')

  await expect(page.locator('.row h2')).toHaveText(['Power'])
  await expect(page.locator('.readout')).toHaveCount(0)
})

test('a click with Ctrl on a line shows its GPU alone, one beside it nothing', async ({ page }) => {
  const line = (percent: number) => (second: number) => ({
    values: { 'utilization.gpu': percent, 'power.draw': 300 + (second % 2) },
  })
  await play(page, 3, { 0: line(20), 1: line(50), 2: line(80) })
  await page.goto('GPU-Resources?range=1m')
  await living(page)
  const box = await picture(page).locator('.u-over').boundingBox()
  if (box === null) throw new Error('There is no chart')
  const at = (percent: number) => ({ position: { x: box.width / 2, y: box.height * (1 - percent / 100) }, modifiers: ['Control' as const] })

  await picture(page).locator('.u-over').click(at(80))
  await expect(page).toHaveURL(/gpus=2$/)
  await page.getByRole('button', { name: 'Show all GPUs' }).click()
  await expect(page).not.toHaveURL(/gpus=/)
  await picture(page).locator('.u-over').click(at(20))
  await expect(page).toHaveURL(/gpus=0$/)
  await picture(page).locator('.u-over').click(at(65))
  await expect(page).toHaveURL(/gpus=0$/)
})
