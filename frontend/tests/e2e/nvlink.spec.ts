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
  await page.route('**/api/v1/snapshot?metrics=link.*bandwidth*', (route) => {
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

const FAULTS = ['recovery.total', 'recovery.successful', 'recovery.failed', 'errors.effective', 'errors.symbol', 'errors.integrity']

/** What the links of two GPUs have counted: one of them recovered 505 times, another lets bit errors through, one is down. */
async function playHealth(page: Page): Promise<void> {
  const link = (gpu: number, number: number) => {
    const ailing = gpu === 0 && number === 7
    const counts = Object.fromEntries(FAULTS.map((key) => [`link.nvlink.${key}`, 0]))
    const ratio = gpu === 1 && number === 2 ? { 'link.nvlink.ber.effective': 3e-12 } : {}
    const recovered = { 'link.nvlink.recovery.total': 505, 'link.nvlink.recovery.successful': 505 }
    const down = gpu === 1 && number === 17
    return {
      link: number,
      facts: {},
      absent: ratio['link.nvlink.ber.effective'] === undefined ? { 'link.nvlink.ber.effective': 'NO_DATA' } : {},
      values: { 'link.nvlink.state': down ? 0 : 1, ...counts, ...(ailing ? recovered : {}), ...ratio },
    }
  }
  await page.route('**/api/v1/snapshot?metrics=link.*recovery*', (route) => {
    const gpus = [0, 1].map((index) => ({
      ...{ index, uuid: `GPU-${index}`, name: 'NVIDIA GB200', state: 'OK', sampledAt: null, values: {}, facts: {}, absent: {} },
      ...{ processes: [], processesOmitted: 0, links: Array.from({ length: 18 }, (_, number) => link(index, number)) },
    }))
    return route.fulfill({ json: { sequence: BEGIN, takenAt: new Date(BEGIN).toISOString(), everyMillis: 1000, source: { kind: 'NVML', simulated: false }, gpus, host: null } })
  })
}

const health = (page: Page) => page.locator('.link-health')

test('the one link of 36 that recovered 505 times stands out, in words and in the matrix', async ({ page }) => {
  await play(page, 2, {}, LIMITS)
  await playLinks(page, 2)
  await playHealth(page)
  await page.goto('NVLink-Throughput')
  await living(page)

  await expect(health(page)).toContainText('2 of 36 links differ from the others.')
  await expect(health(page).locator('tbody tr')).toHaveCount(2)
  const ailing = health(page).getByRole('row', { name: /^0 7/ })
  await expect(ailing.locator('.differs').first()).toHaveText(/505\s*others: 0/)
  await expect(ailing).toContainText('none')
  await expect(health(page).getByRole('row', { name: /^1 2/ }).locator('.differs')).toHaveText(/3×10⁻¹²\s*limit: 1×10⁻¹²/)
  await expect(page.getByRole('cell', { name: /GPU 0, link 7: .* differs from the others/ })).toHaveCount(1)
  await expect(page.locator('.matrix td .outlying')).toHaveCount(2)

  await health(page).getByRole('button', { name: 'All (36)' }).click()
  await expect(health(page).locator('tbody tr')).toHaveCount(36)
  const down = health(page).getByRole('row', { name: /^1 17/ })
  await expect(down).toContainText('link down')
  await expect(down).not.toContainText('none')
})

test('links that are all well are said to be, with what older ones count', async ({ page }) => {
  await page.goto('NVLink-Throughput')
  await living(page)

  await expect(health(page)).toContainText('No link differs from the others.')
  await health(page).getByRole('button', { name: /^All/ }).click()
  await expect(health(page).getByRole('columnheader')).toHaveText(['GPU', 'Link', 'Replays', 'Recoveries', 'CRC errors'])
})

test('link health fits every window, and everybody can use it', async ({ page }) => {
  await play(page, 2, {}, LIMITS)
  await playLinks(page, 2)
  await playHealth(page)
  for (const theme of ['dark', 'light']) {
    await page.goto(`NVLink-Throughput?theme=${theme}`)
    await living(page)
    await health(page).getByRole('button', { name: 'All (36)' }).click()
    await fitsEveryWindow(page)

    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  }
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
