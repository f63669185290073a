import { expect, test, type Page } from '@playwright/test'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { address, addresses, violations, WITH_NUMBERS } from './page'
import { at, BROKEN, play } from './recorded'
import { watch } from './watch'

const ROUTES = addresses(2, WITH_NUMBERS).map((route) => route || '.')
/** What a command of the page answers. */
interface Told {
  values: Record<string, number>
}
interface Answer {
  gpus: Told[]
  host: Told
}

const run = promisify(execFile)

async function living(page: Page): Promise<void> {
  await expect(page.locator('#main .quantity').first()).toHaveText(/\d/)
}

/** The command of that kind as the page shows it. */
async function snippet(page: Page, kind: string): Promise<string> {
  return page.locator(`dialog[open] .${kind} code`).innerText()
}

async function everyNumberIsOfTheCatalogue(page: Page): Promise<void> {
  const numbers = page.locator('#main .quantity:not([data-count])')
  const silent = await numbers.evaluateAll((all) =>
    all.filter((each) => each.closest('[data-metric]') === null).map((each) => each.outerHTML),
  )
  expect(silent).toEqual([])
  const metrics = await page.locator('#main [data-metric]').evaluateAll((all) => [
    ...new Set(all.map((each) => (each as HTMLElement).dataset['metric'] ?? '')),
  ])
  const catalogue = (await (await page.request.get('api/v1/catalogue')).json()) as { key: string }[]
  expect(metrics.length).toBeGreaterThan(0)
  expect(catalogue.map(({ key }) => key)).toEqual(expect.arrayContaining(metrics))
}

async function cardsAreInUnits(page: Page): Promise<void> {
  // A click on a number inside a link follows the link.
  const numbers = page.locator('#main [data-metric]:not(a *):not(a):visible')
  const metrics = await numbers.evaluateAll((all) => [
    ...new Set(all.map((each) => (each as HTMLElement).dataset['metric'] ?? '')),
  ])
  expect(metrics.length).toBeGreaterThan(0)

  for (const metric of metrics) {
    await numbers.and(page.locator(`[data-metric="${metric}"]`)).first().click()
    const card = page.locator('.card')
    await expect(card.locator('h2')).not.toHaveText(metric)
    await expect(card.locator('.values li, .values + *, p').first()).toBeVisible()
    for (const value of await card.locator('.values data, .values .stale').allInnerTexts()) {
      expect.soft(value, metric).not.toMatch(/\.\d{3}|\sB(\/s)?$|\sJ$|\d{7}/)
    }
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
  }
}

async function snippetsTellWhatIsShown(page: Page, route: string, baseURL: string | undefined): Promise<void> {
  await page.getByRole('button', { name: 'Copy as' }).first().click()
  await expect(page.locator('dialog[open] .curl code')).toContainText('curl -fsS')

  const curl = await run('sh', ['-c', await snippet(page, 'curl')])
  const answer = JSON.parse(curl.stdout) as Answer | Told[]
  const rows = Array.isArray(answer) ? answer : route === address('machine') ? [answer.host] : answer.gpus
  expect(rows.length).toBeGreaterThan(0)
  expect(Object.keys(rows[0]?.values ?? {}).length).toBeGreaterThan(0)

  const python = await run('python3', ['-c', await snippet(page, 'python')])
  expect(python.stdout.trim().split('\n')).toHaveLength(rows.length)
  expect(python.stdout).toMatch(/\{'[a-z.]+': [\d.]+/)

  const promql = page.locator('dialog[open] .promql code')
  const series = (await promql.count()) === 0 ? [] : ((await promql.innerText()).match(/gpulse_[a-z0-9_]+/g) ?? [])
  const metrics = await (await page.request.get('metrics')).text()
  expect(series.length > 0).toBe(route !== 'Processes')
  expect(series.filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(metrics))).toEqual([])

  const smi = page.locator('dialog[open] .smi code')
  if ((await smi.count()) > 0) {
    const [, kind = '', properties = ''] = /--(query-[a-z-]+)=(\S+)/.exec(await smi.innerText()) ?? []
    const csv = await page.request.get(`api/v1/query?${kind}=${properties}&format=csv`)
    expect(csv.status()).toBe(200)
    expect((await csv.text()).split('\n')[0]?.split(', ')).toHaveLength(properties.split(',').length)
  } else {
    await expect(page.getByText('nvidia-smi does not report these metrics.')).toBeVisible()
  }
  expect(await snippet(page, 'curl')).toContain(baseURL)
}

for (const route of ROUTES) {
  test(`numbers of ${route} can be questioned, have cards in units, and can be had elsewhere`, async ({ page, baseURL }) => {
    await page.goto(route)
    await living(page)

    await test.step('every number can be inspected', () => everyNumberIsOfTheCatalogue(page))
    await test.step('no card prints raw bytes or more than two decimals', () => cardsAreInUnits(page))
    await test.step('curl, Python, nvidia-smi and PromQL have what is shown', () =>
      snippetsTellWhatIsShown(page, route, baseURL),
    )
  })
}

test('a click on a number tells where it comes from', async ({ page }) => {
  const seen = watch(page)
  await page.goto('.')
  await living(page)
  await page.locator('tbody tr').nth(2).locator('[data-metric="power.draw"]').click()

  const card = page.getByRole('heading', { name: 'Power draw' }).locator('xpath=ancestor::section')
  await expect(card).toContainText('nvmlDeviceGetPowerUsage')
  await expect(card).toContainText('1 s since Ampere')
  await expect(card).toContainText('every sample, 1 s')
  await expect(card).toContainText('--query-gpu=power.draw')
  await expect(card).toContainText('gpulse_gpu_power_draw_watts')
  await expect(card).toContainText(/GPU 2\s*[\d.]+\s*W\s*sampled at \d\d:\d\d:\d\d/)
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  expect(seen.complaints).toEqual([])
})

test('an absent number tells what would help', async ({ page }) => {
  await play(page, 2, {
    1: (second) => ({ sampledAt: at(second), values: {}, absent: { 'power.draw': 'NO_PERMISSION' } }),
  })
  await page.goto('.')
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await page.locator('tbody tr').nth(1).locator('[data-metric="power.draw"]').first().click()

  const card = page.locator('.card')
  await expect(card).toContainText('gpulse has no permission to read this value.')
  await expect(card).toContainText('Run gpulse with more rights')
  await expect(card).not.toContainText(/\b0\s*W/)
})

test('a number that the stream does not carry is asked for', async ({ page }) => {
  await page.goto('GPU-Memory')
  await living(page)
  await page.locator('[data-metric="memory.total"][data-gpu]').first().click()

  await expect(page.locator('.card')).toContainText(/GPU 0\s*79\.6\sGiB/)
})

test('keys inspect numbers too', async ({ page }) => {
  await play(page, 8, BROKEN)
  await page.goto('GPU-Utilization')
  await living(page)
  await page.keyboard.press('q')
  await expect(page.locator('[data-metric]:focus')).toHaveCount(1)
  const first = await page.locator(':focus').evaluate((each) => each.outerHTML)
  await page.keyboard.press('ArrowDown')
  expect(await page.locator(':focus').evaluate((each) => each.outerHTML)).not.toEqual(first)
  await page.keyboard.press('Enter')
  await expect(page.locator('.card')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page.locator('.card')).toBeHidden()
  await expect(page.locator('[data-metric]:focus')).toHaveCount(1)
})

test('where the clipboard is refused the text is selected', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await page.goto('GPU-Memory')
  await living(page)
  await page.getByRole('button', { name: 'Copy as' }).click()
  await page.getByRole('button', { name: /^copy: curl/ }).click()

  expect(await page.evaluate(() => getSelection()?.toString())).toContain('curl -fsS')
})

test('the card fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('GPU-Utilization')
  await living(page)
  await page.locator('#main [data-metric]:visible').first().click()
  const box = await page.locator('.card').boundingBox()

  expect(box?.x).toBe(0)
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
})
