import { expect, test, type Page } from '@playwright/test'
import { violations } from './page'
import { BROKEN, BUSY, play, replayed } from './recorded'
import { watch } from './watch'

const rows = (page: Page) => page.locator('.gpus tbody tr:not(.told)')
const told = (page: Page) => page.locator('.gpus .told')
const cell = (page: Page, label: string) =>
  page.locator('.strip .cell').filter({ has: page.locator('.label').getByText(label) })

async function living(page: Page): Promise<void> {
  await expect(rows(page).first()).toBeVisible()
  await expect(page.locator('.c-util data').first()).toHaveText(/\d/)
  await expect(page.locator('.c-mem .share').first()).toHaveText(/\d/)
}

async function width(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

test('opens on the overview and lives', async ({ page }) => {
  const seen = watch(page)
  await page.goto('./')
  await living(page)

  await expect(page).toHaveTitle(/^Demo · .*8 GPUs · .* · Overview · gpulse$/)
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(page.getByText('Demo data.')).toBeVisible()
  const numbers = page.locator('.gpus data')
  const before = await numbers.allInnerTexts()
  await expect.poll(() => numbers.allInnerTexts()).not.toEqual(before)
  expect(seen.complaints).toEqual([])
  expect([...seen.hosts]).toEqual([new URL(page.url()).host])
})

test('says which GPU is idle, which is hot and who uses it, on one screen', async ({ page }) => {
  const seen = watch(page)
  await play(page, 8, BUSY)
  await page.goto('./')
  await living(page)

  await expect(cell(page, 'Busy')).toContainText('idle: GPU 4, holding 62')
  await expect(cell(page, 'Hottest')).toContainText('84')
  await expect(cell(page, 'Hottest')).toContainText('GPU 7')
  await expect(cell(page, 'Users')).toContainText('mchen 0–3')
  await expect(rows(page).nth(4)).toContainText('idle 4')
  await expect(rows(page).nth(4)).toContainText('asharma')
  await expect(rows(page).nth(7)).toContainText('lwojcik')
  await expect(rows(page).nth(5)).toContainText('+1')
  await expect(page.locator('.attention li')).toHaveText([/GPU 7 is near its slowdown/, /GPU 4 holds 62.*has been idle/])
  await expect(rows(page).filter({ has: page.getByRole('img', { name: 'warning' }) })).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
  expect(seen.complaints).toEqual([])
})

test('shows 16 GPUs on one screen', async ({ page }) => {
  await play(page, 16, BUSY)
  await page.goto('./')
  await living(page)

  await expect(rows(page)).toHaveCount(16)
  const table = await page.locator('.gpus').boundingBox()
  expect((table?.y ?? 0) + (table?.height ?? Infinity)).toBeLessThanOrEqual(900)
})

test('draws the last minutes of a single GPU', async ({ page }) => {
  const seen = watch(page)
  await play(page, 1)
  await page.goto('./')
  await living(page)

  await expect(page.locator('.solo h2')).toHaveText(['Utilization, %', 'Memory, GiB', 'Power, W', 'Temperature, °C'])
  const painted = () =>
    page.locator('canvas').evaluateAll(
      (canvases) =>
        canvases.filter((each) => {
          const canvas = each as HTMLCanvasElement
          const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [0] }
          return data.some((part) => part !== 0)
        }).length,
    )
  await expect.poll(painted).toBe(5)
  await page.locator('.solo canvas').first().hover()
  await expect(page.locator('.solo').nth(3)).toContainText('At 10:0')
  expect(seen.complaints).toEqual([])
})

test('says what cannot be read, and invents nothing in its place', async ({ page }) => {
  const seen = watch(page)
  await play(page, 8, BROKEN)
  await page.goto('./')
  await living(page)

  await expect(told(page)).toHaveText([
    /^GPU is lost.*fell off the bus.*since [\d:]{8}last sampled [\d:]{8}$/,
    /^GPU is not responding.*nvmlDeviceGetPowerUsage has not returned\..*last sampled [\d:]{8}$/,
  ])
  await expect(rows(page).nth(3)).toContainText('mchen, last seen')
  for (const index of [3, 6]) {
    // What was read last stays, and is no value of now.
    await expect(rows(page).nth(index).locator('.c-temp')).toContainText(/6\d\s*°C/)
    await expect(rows(page).nth(index).locator('.c-mem')).toContainText(/[67]\d\.\d.* \/ 79\.7/)
    await expect(rows(page).nth(index).locator('data')).toHaveCount(0)
  }
  await expect(rows(page).nth(0).locator('.c-power')).toHaveText('error')
  await expect(rows(page).nth(1).locator('.c-clock')).toContainText('no access')
  // Its limits are no measured values: they hold as long as the GPU is there.
  await expect(rows(page).nth(2).locator('data')).toHaveText([/79\.7/, /700/])
  await expect(rows(page).nth(5).locator('.c-util')).toContainText('Not reported in MIG mode')
  await expect(rows(page).nth(5).locator('.c-proc')).toHaveText('no access')
  await expect(cell(page, 'Memory')).toContainText('3 not read')
  await expect(page.locator('.banner b')).toHaveText('GPU 3 is lost; GPU 6 is not responding.')
  await expect(page.locator('.attention li')).toHaveText([/GPU 7 is near/, /GPU 4 holds/])
  expect(seen.complaints).toEqual([])
})

test('pause freezes it', async ({ page }) => {
  await play(page, 8)
  await page.goto('./')
  await living(page)

  await page.keyboard.press('Space')
  await expect(page.locator('.chip')).toContainText('Paused')
  const held = await page.locator('.gpus data').allInnerTexts()
  const before = await replayed(page)
  await expect.poll(() => replayed(page)).toBeGreaterThan(before + 2)
  expect(await page.locator('.gpus data').allInnerTexts()).toEqual(held)

  await page.keyboard.press('Space')
  await expect.poll(() => page.locator('.gpus data').allInnerTexts()).not.toEqual(held)
})

test('goes to the other pages by key, even when their server has gone', async ({ page }) => {
  const fetched = page.waitForResponse(/others-.*\.js/)
  await page.goto('./')
  await fetched
  await living(page)
  await page.route('**/assets/**', (route) => route.abort())

  await page.keyboard.press('1')
  await expect(page.locator('.lanes .lane').nth(1)).toBeVisible()
  await page.keyboard.press('0')
  await living(page)
  await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
})

for (const [count, changes] of [
  [1, {}],
  [8, BROKEN],
  [16, BUSY],
] as const) {
  test(`fits every window with ${count} GPUs`, async ({ page }) => {
    await play(page, count, changes)
    await page.goto('./')
    await living(page)

    for (const each of [390, 768, 1024, 1180, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width: each, height: 900 })
      await expect.poll(() => width(page)).toBeLessThanOrEqual(each)
    }
  })
}

for (const theme of ['dark', 'light']) {
  test(`everybody can use it in the ${theme} theme`, async ({ page }) => {
    await play(page, 8, BROKEN)
    await page.goto(`./?theme=${theme}`)
    await living(page)

    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
  })
}

test('everybody can use it with a single GPU', async ({ page }) => {
  await play(page, 1)
  await page.goto('./')
  await expect(page.locator('.solo')).toHaveCount(4)

  expect(await violations(page)).toEqual([])
})

test('the tiles are drawn from live data and lead to their pages', async ({ page }) => {
  await play(page, 8, BUSY)
  await page.goto('./')
  await living(page)

  const tiles = page.getByRole('navigation', { name: 'Other pages' }).getByRole('link')
  await expect(tiles.filter({ hasText: 'GPU utilization' })).toContainText(/mean \d+/)
  await expect(tiles.filter({ hasText: 'GPU memory' })).toContainText(/\d+\u202f% used/)
  await expect(tiles.filter({ hasText: 'PCIe throughput' })).toContainText(/↓ \d.* ↑ \d.* GB\/s/)
  await expect(tiles.filter({ hasText: 'Machine resources' })).toContainText('no CPU data')
  await expect(tiles.filter({ hasText: 'GPU memory' }).locator('rect.mem')).toHaveCount(8)
  const before = await tiles.filter({ hasText: 'GPU resources' }).locator('polyline').first().getAttribute('points')
  await expect
    .poll(() => tiles.filter({ hasText: 'GPU resources' }).locator('polyline').first().getAttribute('points'))
    .not.toBe(before)
  await tiles.filter({ hasText: 'NVLink timeline' }).click()
  await expect(page).toHaveURL(/NVLink-Timeline/)
})

test('on a phone the strip of pages shows where one is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await play(page, 8)
  await page.goto('./')
  await living(page)

  await page.keyboard.press('7')
  await expect(page.locator('.nav').getByRole('link', { name: 'Machine resources' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('1')
  await expect(page.locator('.nav').getByRole('link', { name: 'GPU utilization' })).toBeInViewport({ ratio: 1 })
})
