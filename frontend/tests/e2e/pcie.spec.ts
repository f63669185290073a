import { expect, test, type Page } from '@playwright/test'
import { asked, fitsEveryWindow, violations } from './page'
import { at, BROKEN, BUSY, play, type Changes } from './recorded'
import { watch } from './watch'

const FULL = {
  'pcie.bandwidth.max': 63e9,
  'pcie.bandwidth.current': 63e9,
  'pcie.link.gen.max': 5,
  'pcie.link.gen.current': 5,
  'pcie.link.width.max': 16,
  'pcie.link.width.current': 16,
}
const NARROW = { ...FULL, 'pcie.bandwidth.current': 31.5e9, 'pcie.link.width.current': 8 }
const SLOW = { ...FULL, 'pcie.bandwidth.current': 15.75e9, 'pcie.link.gen.current': 3 }
const total = (page: Page) => page.locator('.link-row.total')
const row = (page: Page, index: number) => page.locator('.link-row:not(.header, .total)').nth(index)

async function living(page: Page): Promise<void> {
  await expect(page.locator('.link-row .number data').first()).toHaveText(/\d/)
  await expect(page.locator('.link-row .carries data').first()).toHaveText(/\d/)
}

test('shows what the GPUs send and receive, and lives', async ({ page }) => {
  const seen = watch(page)
  await page.goto('PCIe-Throughput')
  await living(page)

  await expect(page).toHaveTitle(/ · PCIe throughput · gpulse$/)
  const numbers = page.locator('.link-row .number data')
  const before = await numbers.allInnerTexts()
  await expect.poll(() => numbers.allInnerTexts()).not.toEqual(before)
  const gpus = await asked(page, 'pcie.bandwidth.current', 'pcie.link.width.current')
  for (const [index, { values }] of gpus.entries()) {
    await expect(row(page, index).locator('.carries')).toContainText(`×${values['pcie.link.width.current'] ?? ''}`)
    await expect(row(page, index).locator('.capacity')).toContainText(
      ((values['pcie.bandwidth.current'] ?? 0) / 1e9).toFixed(1),
    )
  }
  expect(seen.complaints).toEqual([])
  expect([...seen.hosts]).toEqual([new URL(page.url()).host])
})

test('says in a sentence what a narrow link lacks, and hatches that part', async ({ page }) => {
  await page.goto('PCIe-Throughput')
  await living(page)

  const narrow = page.locator('.link-row:not(.total)').filter({ has: page.locator('.lost') })
  await expect(narrow).toHaveCount(1)
  await expect(narrow).toContainText('×8 instead of ×16 lanes')
  await expect(narrow.locator('.lost')).toHaveCount(2)
  await expect(narrow.locator('.lost').first()).toHaveAttribute('style', /width: 50%/)
  await expect(page.getByText('link bandwidth not negotiated')).toBeVisible()
})

test('the scale is that of the links, or fits what is seen', async ({ page }) => {
  await play(page, 2, {}, FULL)
  await page.goto('PCIe-Throughput')
  await living(page)
  const end = () => page.locator('.header .in .last').innerText()
  await expect.poll(end).toBe('63')

  await page.getByRole('button', { name: 'Fit' }).click()
  await expect.poll(end).toBe('5')
  await expect(page).toHaveURL(/scale=fit/)
  await expect(total(page)).toContainText(/full scale 10\.0\sGB\/s/)
  await page.reload()
  await living(page)
  await expect(page.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true')
})

test('adds up all GPUs, leaves out who cannot be read, and tells zero from absent', async ({ page }) => {
  const mixed: Changes = {
    ...BROKEN,
    0: () => ({ values: { 'pcie.rx': 0, 'pcie.tx': 0 } }),
    1: () => ({ values: {}, absent: { 'pcie.rx': 'NOT_SUPPORTED', 'pcie.tx': 'NOT_SUPPORTED' } }),
  }
  await play(page, 8, mixed, FULL)
  await page.goto('PCIe-Throughput')
  await living(page)

  await expect(total(page)).toContainText('4 not read')
  await expect(total(page).locator('.to')).toHaveText('5.2')
  await expect(row(page, 0).locator('.to .zero')).toHaveText('0')
  await expect(row(page, 0).locator('.track')).toHaveCount(2)
  await expect(row(page, 1).locator('.nothing')).toHaveCount(2)
  await expect(row(page, 1).getByRole('img', { name: /To GPU 1.*Not supported/ })).toHaveCount(1)
  await expect(row(page, 3)).toContainText('GPU is lost')
  await expect(row(page, 3).locator('data')).toHaveCount(0)
})

test('a lower generation is a fault only while the GPU is at work', async ({ page }) => {
  await play(page, 2, { 1: () => ({ busySince: null, idleSince: at(-60) }) }, SLOW)
  await page.goto('PCIe-Throughput')
  await living(page)

  await expect(row(page, 0)).toContainText('Gen3 instead of Gen5')
  await expect(row(page, 0).locator('.lost')).toHaveCount(2)
  await expect(row(page, 1)).toContainText('Gen3 while idle, Gen5 under load')
  await expect(row(page, 1).locator('.lost')).toHaveCount(0)
})

test('without a capability it fits, and says so', async ({ page }) => {
  await play(page, 2)
  await page.goto('PCIe-Throughput')
  await expect(page.locator('.link-row .number data').first()).toHaveText(/\d/)

  await expect(row(page, 0)).toContainText('bandwidth unknown')
  await expect(page.locator('.header .in .last')).toHaveText('5')
})

const numbers = (page: Page) => page.locator('.traffic .numbers')

test('a timeline below the bars follows the range, and its crosshair tells time and numbers', async ({ page }) => {
  await play(page, 8, BUSY, FULL)
  await page.goto('PCIe-Throughput?range=1m')
  await living(page)
  await expect(page.locator('.traffic h2')).toHaveText('All GPUs')
  await expect(page.locator('.traffic canvas')).toBeVisible()
  await expect(numbers(page)).toContainText(/Now.*to GPUs\s*18\.2\sGB\/s.*from GPUs\s*2\.1\sGB\/s/)

  await page.getByRole('button', { name: '15 min' }).click()
  await expect(page.getByText('peak of 15 min')).toBeVisible()
  const box = await page.locator('.traffic .u-over').boundingBox()
  if (box === null) throw new Error('There is no chart')
  await page.mouse.move(box.x + box.width * 0.97, box.y + box.height / 2)
  await expect(numbers(page)).toContainText(/\d\d:\d\d:\d\d.*to GPUs\s*18\.2/)
  await page.mouse.move(box.x + box.width * 0.05, box.y + box.height / 2)
  await expect(numbers(page)).toContainText('no samples')
  await expect(numbers(page).locator('data')).toHaveCount(0)
})

test('the timeline shows one GPU, chosen above it or by its row, and the address keeps it', async ({ page }) => {
  await play(page, 8, BUSY, FULL)
  await page.goto('PCIe-Throughput')
  await living(page)

  await page.getByRole('group', { name: 'GPUs in the timeline' }).getByRole('button', { name: 'GPU 3' }).click()
  await expect(page).toHaveURL(/gpus=3$/)
  await expect(page.locator('.traffic h2')).toHaveText('GPU 3')
  await expect(numbers(page)).toContainText(/to GPU.*2\.6\sGB\/s/)
  await page.reload()
  await living(page)
  await expect(row(page, 3)).toHaveClass(/picked/)
  await row(page, 4).locator('.who').click()
  await expect(numbers(page)).toContainText(/to GPU\D*0\sGB\/s/)
  await row(page, 5).locator('.who').click({ modifiers: ['Control'] })
  await expect(page.locator('.traffic h2')).toHaveText('GPU 4, 5')
  await page.locator('.traffic').getByRole('button', { name: 'All' }).click()
  await expect(page).not.toHaveURL(/gpus=/)
})

test('without any traffic told there is no timeline', async ({ page }) => {
  const silent = () => ({ values: {}, absent: { 'pcie.rx': 'NOT_SUPPORTED', 'pcie.tx': 'NOT_SUPPORTED' } as const })
  await play(page, 2, { 0: silent, 1: silent }, FULL)
  await page.goto('PCIe-Throughput')
  await expect(row(page, 1).locator('.nothing')).toHaveCount(2)

  await expect(page.locator('.traffic')).toHaveCount(0)
})

test('inside another page there is the table, or the timeline by its name', async ({ page }) => {
  await play(page, 8, BUSY, FULL)
  await page.goto('PCIe-Throughput?embed=1&panel=timeline')
  await expect(page.locator('.traffic canvas')).toBeVisible()
  await expect(page.locator('.link-row')).toHaveCount(0)

  await page.goto('PCIe-Throughput?embed=1')
  await living(page)
  await expect(page.locator('.traffic')).toHaveCount(0)
})

for (const [count, changes] of [
  [1, {}],
  [8, BROKEN],
  [16, BUSY],
] as const) {
  test(`fits every window with ${count} GPUs`, async ({ page }) => {
    await play(page, count, changes, NARROW)
    await page.goto('PCIe-Throughput')
    await living(page)

    await fitsEveryWindow(page)
  })
}

for (const theme of ['dark', 'light']) {
  test(`everybody can use it in the ${theme} theme`, async ({ page }) => {
    await play(page, 8, BROKEN, NARROW)
    await page.goto(`PCIe-Throughput?theme=${theme}`)
    await living(page)

    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
  })
}
