import { expect, test, type Page } from '@playwright/test'
import { asked, fitsEveryWindow, violations } from './page'
import { BROKEN, BUSY, play, type Changes } from './recorded'
import { watch } from './watch'

const GIB = 2 ** 30
const gauge = (page: Page, metric: string) => page.locator(`.gauge[data-metric="${metric}"]`)
const fact = (page: Page, metric: string) => page.locator(`.fact[data-metric="${metric}"]`).first()

async function living(page: Page): Promise<void> {
  await expect(page.locator('.readout data').first()).toHaveText(/\d/)
  await expect(page.locator('.u-wrap').first()).toBeVisible()
}

test('shows all that is known of one GPU and lives', async ({ page }) => {
  const seen = watch(page)
  await page.goto('gpus/0')
  await living(page)
  await expect(page).toHaveTitle(/ · GPU 0 · gpulse$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('GPU 0')

  const power = gauge(page, 'power.draw').locator('data').first()
  const before = await power.innerText()
  await expect.poll(() => power.innerText()).not.toEqual(before)
  const [told] = await asked(page, 'memory.total', 'power.min_limit', 'vbios_version')
  await expect(gauge(page, 'memory.used')).toContainText(((told?.values['memory.total'] ?? 0) / GIB).toFixed(1))
  await expect(fact(page, 'power.min_limit')).toContainText(String(told?.values['power.min_limit']))
  await expect(fact(page, 'vbios_version')).toContainText(told?.facts['vbios_version'] ?? 'none')
  await expect(fact(page, 'driver_model.current')).toContainText('not supported')
  const unsupported = page.locator('.unsupported')
  await expect(unsupported.locator('summary')).toContainText('Not supported by this GPU: Fan, ')
  await unsupported.locator('summary').click()
  await expect(unsupported.locator('.fact[data-metric="fan.speed"]')).toHaveText(/^Fan\s*not supported$/)
  await expect(unsupported.locator('data')).toHaveCount(0)
  await expect(page.locator('.links li')).toHaveCount(18)
  await expect(page.locator('.process-table tbody tr').first()).toContainText('python')
  expect(seen.complaints).toEqual([])
  expect([...seen.hosts]).toEqual([new URL(page.url()).host])
})

test('a healthy GPU takes two screens, and nothing of it scrolls sideways', async ({ page }) => {
  await page.goto('gpus/0')
  await living(page)
  await expect(page.locator('.links li')).toHaveCount(18)
  await expect(page.locator('.process-table tbody tr').first()).toContainText('python')

  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1800)
  const tooWide = () =>
    page.locator('main *').evaluateAll((all) =>
      all.filter((each) => getComputedStyle(each).overflowX === 'auto' && each.scrollWidth > each.clientWidth).length,
    )
  expect(await tooWide()).toBe(0)
  const tops = await page.locator('.time-chart').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(tops[1]).toBe(tops[0])
  expect(tops[2]).toBeGreaterThan(tops[0] ?? 0)
})

test('what stays at 0 is folded away until it moves or somebody wants it', async ({ page }) => {
  const idle = (second: number) => ({
    values: {
      'utilization.gpu': 0,
      'memory.used': 0,
      'clocks_event_reasons.active': 1,
      'pcie.rx': 0,
      'pcie.tx': second < 100 ? 1e9 : 0,
      'nvlink.rx': second < 151 ? 0 : 5e9,
    },
  })
  await play(page, 1, { 0: idle })
  await page.route('**/api/v1/gpus/*', (route) => route.fulfill({ status: 503, json: { detail: 'busy' } }))
  await page.goto('gpus/0?range=1m')
  await expect(gauge(page, 'utilization.gpu')).toContainText('0')
  await expect(gauge(page, 'pcie.tx')).toHaveCount(1)
  await expect(gauge(page, 'pcie.rx')).toHaveCount(0)
  await expect(gauge(page, 'nvlink.rx')).toHaveCount(1)

  const more = page.getByRole('button', { name: '+ 1 at zero' })
  await more.click()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(gauge(page, 'pcie.rx').locator('data').first()).toHaveText(/^0/)
  const reasons = page.locator('.strips li')
  await expect(reasons).toHaveCount(2)
  await expect(reasons.first()).toContainText(/Idle.*100\s%/)
  await expect(reasons.last()).toContainText(/^0\s%.*Power cap, Thermal slowdown, .*Full speed$/)
})

test('leaves no row of the catalogue out', async ({ page }) => {
  await page.goto('gpus/0')
  await living(page)
  const entries = (await (await page.request.get('api/v1/catalogue')).json()) as { scope: string; key: string }[]
  await page.getByText('All metrics of this GPU').click()
  await expect(page.locator('.all .fact')).toHaveCount(entries.filter(({ scope }) => scope === 'GPU').length)
  await expect(page.locator('.all .fact[data-metric="gom.current"]')).toContainText('not supported')
})

test('a timeline of any row is added, kept in the address, says since when, and is removed', async ({ page }) => {
  await page.goto('gpus/0')
  await living(page)
  await page.getByRole('button', { name: '+ panel' }).click()
  await page.getByRole('searchbox').fill('energy')
  await page.getByRole('button', { name: /^Energy used/ }).click()
  await expect(page).toHaveURL(/panels=energy.total/)
  const chart = page.locator('.charts .row').filter({ hasText: 'Energy used' })
  await expect(chart).toContainText(/kJ · added since then · data since \d\d:\d\d:\d\d/)
  await expect(page.locator('.readout tr').filter({ hasText: 'Energy used' }).locator('data').first()).toHaveText(/\d/)

  await page.reload()
  await expect(chart).toContainText('data since')
  await chart.getByRole('button', { name: 'Remove the timeline: Energy used' }).click()
  await expect(chart).toHaveCount(0)
  expect(new URL(page.url()).searchParams.get('panels')).toBeNull()
})

test('samples are asked for while an added timeline is shown, and not while paused', async ({ page }) => {
  let questions = 0
  await page.route('**/api/v1/snapshot?metrics=clocks.current.memory*', (route) => {
    questions++
    return route.continue()
  })
  await page.goto('gpus/0?panels=clocks.current.memory')
  await living(page)
  await expect.poll(() => questions).toBeGreaterThan(2)
  await page.keyboard.press(' ')
  await expect(page.getByRole('button', { name: /Resume/ })).toBeVisible()
  const paused = questions
  await page.getByRole('button', { name: /Theme/ }).click()
  await page.goto('GPU-Utilization')
  await expect(page.locator('.lanes')).toBeVisible()
  expect(questions - paused).toBeLessThanOrEqual(1)
})

test('is found by its UUID, and has neighbours', async ({ page }) => {
  await play(page, 8, BUSY)
  await page.goto('gpus/GPU-de300000-0000-4000-8000-000000000003')
  await living(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('GPU 3')
  await page.getByRole('link', { name: 'GPU 4', exact: true }).last().click()
  await expect(page).toHaveURL(/gpus\/4$/)
  await page.keyboard.press('g')
  await page.keyboard.press('7')
  await expect(page).toHaveURL(/gpus\/7$/)
  await expect(page.locator('.attention')).toContainText('near its slowdown temperature')
  await expect(page.locator('[data-reason="capped"] data')).toHaveText(/^40/)
})

test('rows, lanes and tiles lead to it', async ({ page }) => {
  await play(page, 8, BUSY)
  await page.goto('')
  await page.locator('.gpus tbody th a').nth(2).click()
  await expect(page).toHaveURL(/gpus\/2$/)
  await page.locator('.tiles a').nth(5).click()
  await expect(page).toHaveURL(/gpus\/5$/)
  await expect(page.locator('.tiles a[aria-current="page"]')).toHaveText('5')
  await page.keyboard.press('1')
  await page.locator('.lane .who a').nth(1).click()
  await expect(page).toHaveURL(/gpus\/1$/)
  for (const [key, row] of [['2', '.memory-row .id a'], ['4', '.link-row .middle a'], ['5', '.link-row .middle a']] as const) {
    await page.keyboard.press(key)
    await page.locator(row).nth(6).click()
    await expect(page).toHaveURL(/gpus\/6$/)
  }
})

test('an unknown GPU is named, with those there are', async ({ page }) => {
  await play(page, 2)
  await page.goto('gpus/12')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No GPU “12”')
  await page.locator('.missing').getByRole('link', { name: 'GPU 1' }).click()
  await living(page)
})

test('what cannot be loaded or read is said', async ({ page }) => {
  await play(page, 8, BROKEN)
  await page.route('**/api/v1/gpus/*', (route) => route.fulfill({ status: 503, json: { detail: 'busy' } }))
  await page.goto('gpus/0')
  await living(page)
  await expect(gauge(page, 'power.draw')).toContainText('error')
  await expect(page.getByText('could not be loaded: busy')).toBeVisible()
})

for (const [count, changes] of [
  [1, {}],
  [8, BROKEN],
  [16, BUSY],
] as readonly [number, Changes][]) {
  test(`fits every window with ${count} GPUs`, async ({ page }) => {
    await play(page, count, changes)
    await page.goto('gpus/0?panels=clocks.current.memory')
    await living(page)
    await fitsEveryWindow(page)
  })
}

for (const theme of ['dark', 'light']) {
  test(`everybody can use it in the ${theme} theme`, async ({ page }) => {
    await page.goto(`gpus/7?theme=${theme}`)
    await living(page)
    await expect(page.locator('.links li')).toHaveCount(18)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
  })

  test(`everybody can add a timeline in the ${theme} theme`, async ({ page }) => {
    await page.goto(`gpus/7?theme=${theme}`)
    await living(page)
    await page.getByRole('button', { name: '+ panel' }).click()
    await expect(page.locator('dialog[open] li').first()).toBeVisible()
    await page.getByRole('searchbox').fill('clock')
    expect(await violations(page)).toEqual([])
  })
}
