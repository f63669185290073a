import { expect, test, type Page } from '@playwright/test'
import { asked, fitsEveryWindow, violations } from './page'
import { BEGIN, BROKEN, BUSY, play, type Changes } from './recorded'
import { watch } from './watch'

const LIMITS = { 'nvlink.links': 18, 'nvlink.links.up': 18, 'nvlink.bandwidth.max': 478e9 }
const row = (page: Page, index: number) => page.locator('.link-row:not(.header, .total)').nth(index)
const without: Changes[number] = () => ({
  values: {},
  absent: { 'nvlink.rx': 'NOT_SUPPORTED', 'nvlink.tx': 'NOT_SUPPORTED' },
})

async function living(page: Page): Promise<void> {
  await expect(page.locator('.link-row .number data').first()).toHaveText(/\d/)
  await expect(page.locator('.matrix td').first()).toBeVisible()
}

/** Answers for the single links of some GPUs; the last link of the first one is down, its first one not told. */
async function playLinks(page: Page, count: number, answer: (asked: number) => boolean = () => true): Promise<void> {
  let times = 0
  const link = (gpu: number, number: number) => ({
    link: number,
    facts: {},
    absent: gpu === 0 && number === 0 ? { 'link.nvlink.rx': 'NOT_SUPPORTED' } : {},
    values: {
      'link.nvlink.state': gpu === 0 && number === 17 ? 0 : 1,
      'link.nvlink.bandwidth.max': 26.5e9,
      'link.nvlink.tx': 5.3e9,
      ...(gpu === 0 && number === 0 ? {} : { 'link.nvlink.rx': 5.3e9 }),
    },
  })
  await page.route('**/api/v1/snapshot?metrics=link.*', (route) => {
    times++
    if (!answer(times)) return route.fulfill({ status: 503, json: { detail: 'gpulse is busy' } })
    const takenAt = new Date(BEGIN + times * 2000).toISOString()
    const gpus = Array.from({ length: count }, (_, index) => ({
      index,
      uuid: `GPU-${index}`,
      name: 'NVIDIA H100 80GB HBM3',
      state: 'OK',
      sampledAt: takenAt,
      values: {},
      facts: {},
      absent: {},
      processes: [],
      processesOmitted: 0,
      links: Array.from({ length: 18 }, (_each, number) => link(index, number)),
    }))
    return route.fulfill({ json: { sequence: BEGIN + times, takenAt, everyMillis: 1000, source: { kind: 'NVML', simulated: false }, gpus, host: null } })
  })
}

test('shows what the GPUs move over NVLink, link by link, and lives', async ({ page }) => {
  const seen = watch(page)
  await page.goto('NVLink-Throughput')
  await living(page)

  await expect(page).toHaveTitle(/ · NVLink throughput · gpulse$/)
  const numbers = page.locator('.link-row .number data')
  const before = await numbers.allInnerTexts()
  await expect.poll(() => numbers.allInnerTexts()).not.toEqual(before)
  await expect(page.locator('.matrix-panel h2')).toContainText(/mean of 4\ss, \d\ss old/)
  const gpus = await asked(page, 'nvlink.links', 'nvlink.links.up', 'link.nvlink.state')
  await expect(page.locator('.matrix td')).toHaveCount(gpus.reduce((all, gpu) => all + gpu.links.length, 0))
  for (const [index, { values }] of gpus.entries()) {
    const { 'nvlink.links.up': up = '', 'nvlink.links': all = '' } = values
    await expect(row(page, index)).toContainText(`${up} of ${all} links up`)
  }
  expect(seen.complaints).toEqual([])
  expect([...seen.hosts]).toEqual([new URL(page.url()).host])
})

test('says which links are down, and what that costs', async ({ page }) => {
  await play(page, 2, {}, { ...LIMITS, 'nvlink.links.up': 17, 'nvlink.bandwidth.max': 451.5e9 })
  await playLinks(page, 2)
  await page.goto('NVLink-Throughput')
  await living(page)

  await expect(row(page, 0)).toContainText('17 of 18 links up')
  await expect(row(page, 0)).toContainText('1 link down, 26.6 GB/s less each way')
  await expect(row(page, 0).locator('.lost')).toHaveCount(2)
  await expect(page.getByRole('cell', { name: 'GPU 0, link 17: link down' })).toHaveCount(1)
  await expect(page.getByRole('cell', { name: 'GPU 0, link 0: Not supported by this GPU or driver' })).toHaveCount(1)
  await expect(page.getByRole('cell', { name: /GPU 1, link 3: 20\s%/ })).toHaveCount(1)
  await expect(page.locator('.matrix .down').first()).toBeVisible()
})

test('keeps the links it knows when they cannot be asked for, and says how old they are', async ({ page }) => {
  await play(page, 2, {}, LIMITS)
  await playLinks(page, 2, (times) => times === 1)
  await page.goto('NVLink-Throughput')
  await living(page)

  await expect(page.getByText('Link data could not be loaded: gpulse is busy')).toBeVisible()
  await expect(page.locator('.matrix-panel .age.stale')).toHaveText(/([7-9]|\d\d)\ss old/)
  await expect(page.locator('.matrix td')).toHaveCount(36)
})

test('asks for links, and not while paused', async ({ page }) => {
  let times = 0
  await play(page, 2, {}, LIMITS)
  await playLinks(page, 2, (asking) => {
    times = asking
    return true
  })
  await page.goto('NVLink-Throughput')
  await living(page)
  await expect.poll(() => times).toBeGreaterThan(2)

  await page.keyboard.press('Space')
  await expect(page.locator('.chip')).toContainText('Paused')
  const held = times
  await expect(page.locator('.matrix-panel .age.stale')).toBeVisible()
  expect(times).toBe(held)

  await page.keyboard.press('Space')
  await expect.poll(() => times).toBeGreaterThan(held)
})

test('without NVLink it says so and shows another way', async ({ page }) => {
  const seen = watch(page)
  await play(page, 2, { 0: without, 1: without })
  await page.goto('NVLink-Throughput')

  await expect(page.getByRole('heading', { name: 'No GPU here has NVLink' })).toBeVisible()
  await expect(page.getByText('NVIDIA H100 80GB HBM3 reports no NVLink connections')).toBeVisible()
  await expect(page.locator('.link-row')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: /See PCIe throughput/ }).click()
  await expect(page).toHaveURL(/PCIe-Throughput/)
  expect(seen.complaints).toEqual([])
})

test('a GPU without NVLink among others is told from one that moves nothing', async ({ page }) => {
  await play(page, 3, { 0: without, 1: () => ({ values: { 'nvlink.rx': 0, 'nvlink.tx': 0 } }) })
  await playLinks(page, 3)
  await page.goto('NVLink-Throughput')
  await living(page)

  await expect(row(page, 0)).toContainText('no NVLink')
  await expect(row(page, 0).locator('.nothing')).toHaveCount(2)
  await expect(row(page, 1).locator('.to .zero')).toHaveText('0')
})

for (const [count, changes] of [
  [1, {}],
  [8, BROKEN],
  [16, BUSY],
] as const) {
  test(`fits every window with ${count} GPUs`, async ({ page }) => {
    await play(page, count, changes, LIMITS)
    await playLinks(page, count)
    await page.goto('NVLink-Throughput')
    await living(page)

    await fitsEveryWindow(page)
  })
}

for (const theme of ['dark', 'light']) {
  test(`everybody can use it in the ${theme} theme`, async ({ page }) => {
    await play(page, 8, BROKEN, LIMITS)
    await playLinks(page, 8)
    await page.goto(`NVLink-Throughput?theme=${theme}`)
    await living(page)

    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
  })
}
