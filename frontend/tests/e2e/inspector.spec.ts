import { expect, test, type Page } from '@playwright/test'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PAGES, type PageName } from '../../src/navigation/pages'
import { address, addresses, violations, WITH_NUMBERS } from './page'
import { at, BROKEN } from '../../src/testing/machine'
import { open, play } from './recorded'
import { isThorough } from './thorough'
import { watch } from './watch'

/** Pages whose commands have responses of different forms; all pages are part of -Pthorough. */
const SOME: readonly PageName[] = ['overview', 'machine', 'processes', 'gpu']
const CHECKED = WITH_NUMBERS.filter((page, index) => SOME.includes(page) || isThorough(index + 1))
const ROUTES = addresses(2, CHECKED).map((route) => route || '.')

/** Output of a command of the page. */
interface Row {
  values: Record<string, number>
}
interface Answer {
  gpus: Row[]
  host: Row
}

/** Metrics whose card an earlier test of this worker has checked; a card does not depend on the page. */
const opened = new Set<string>()

const run = promisify(execFile)

async function showsNumbers(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator('data').first()).toHaveText(/\d/)
}

/** Command of that kind in the open dialog. */
async function snippet(page: Page, kind: string): Promise<string> {
  return page.getByRole('dialog').getByTestId(kind).locator('code').innerText()
}

async function everyNumberIsOfTheCatalogue(page: Page): Promise<void> {
  const numbers = page.getByRole('main').locator(':is(data, span[data-quality]):not([data-count] *, [data-count])')
  const unmarked = await numbers.evaluateAll((all) =>
    all.filter((each) => each.closest('[data-metric]') === null).map((each) => each.outerHTML),
  )
  expect(unmarked).toEqual([])
  const metrics = await page
    .getByRole('main')
    .locator('[data-metric]')
    .evaluateAll((all) => [...new Set(all.map((each) => (each as HTMLElement).dataset['metric'] ?? ''))])
  const catalogue = (await (await page.request.get('api/v1/catalogue')).json()) as { key: string }[]
  expect(metrics.length).toBeGreaterThan(0)
  expect(catalogue.map(({ key }) => key)).toEqual(expect.arrayContaining(metrics))
}

async function cardsAreInUnits(page: Page): Promise<void> {
  // A click on a number inside a link follows the link.
  const numbers = page.getByRole('main').locator('[data-metric]:not(a *):not(a):visible')
  const metrics = await numbers.evaluateAll((all) => [
    ...new Set(all.map((each) => (each as HTMLElement).dataset['metric'] ?? '')),
  ])
  expect(metrics.length).toBeGreaterThan(0)

  for (const metric of metrics.filter((each) => !opened.has(each))) {
    opened.add(metric)
    await numbers
      .and(page.locator(`[data-metric="${metric}"]`))
      .first()
      .click()
    const card = page.getByTestId('inspector')
    await expect(card.locator('h2')).not.toHaveText(metric)
    await expect(card.locator('li, p').first()).toBeVisible()
    for (const value of await card.getByRole('listitem').locator('data').allInnerTexts()) {
      expect.soft(value, metric).not.toMatch(/\.\d{3}|\sB(\/s)?$|\sJ$|\d{7}/)
    }
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
  }
}

async function snippetsReturnTheNumbers(page: Page, route: string, baseURL: string | undefined): Promise<void> {
  await page.getByRole('button', { name: 'Copy as' }).first().click()
  await expect(page.getByRole('dialog').getByTestId('curl')).toContainText('curl -fsS')

  const curl = await run('sh', ['-c', await snippet(page, 'curl')])
  const answer = JSON.parse(curl.stdout) as Answer | Row[]
  const rows = Array.isArray(answer) ? answer : route === address('machine') ? [answer.host] : answer.gpus
  expect(rows.length).toBeGreaterThan(0)
  expect(Object.keys(rows[0]?.values ?? {}).length).toBeGreaterThan(0)

  const python = await run('python3', ['-c', await snippet(page, 'python')])
  expect(python.stdout.trim().split('\n')).toHaveLength(rows.length)
  expect(python.stdout).toMatch(/\{'[a-z.]+': [\d.]+/)

  const promql = page.getByRole('dialog').getByTestId('promql').locator('code')
  const series = (await promql.allInnerTexts()).flatMap((text) => text.match(/gpulse_[a-z0-9_]+/g) ?? [])
  const metrics = await (await page.request.get('metrics')).text()
  expect(series.length > 0).toBe(route !== 'Processes')
  expect(series.filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(metrics))).toEqual([])

  const smi = page.getByRole('dialog').getByTestId('smi').locator('code')
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
  test(`numbers of ${route} have cards in units, and commands that return them`, async ({ page, baseURL }) => {
    await page.goto(route)
    await showsNumbers(page)

    await test.step('every number can be inspected', () => everyNumberIsOfTheCatalogue(page))
    await test.step('no card prints raw bytes or more than two decimals', () => cardsAreInUnits(page))
    // The free GPUs have commands of their own.
    if (route === PAGES.free.path.slice(1)) return
    await test.step('curl, Python, nvidia-smi and PromQL return the numbers', () =>
      snippetsReturnTheNumbers(page, route, baseURL))
  })
}

test('a click on a number opens a card with its source', async ({ page }) => {
  const seen = watch(page)
  await page.goto('.')
  await showsNumbers(page)
  await page.getByRole('row').nth(3).locator('[data-metric="power.draw"]').click()

  const card = page.getByRole('region', { name: 'Power draw' })
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

test('keys open the card of an absent number, which explains the remedy', async ({ page }) => {
  await play(page, 2, {
    ...BROKEN,
    1: (second) => ({ sampledAt: at(second), values: {}, absent: { 'power.draw': 'NO_PERMISSION' } }),
  })
  await open(page, '')
  await page.keyboard.press('q')
  const focused = page.locator('[data-metric]:focus')
  await expect(focused).toHaveCount(1)
  const first = await focused.evaluate((each) => each.outerHTML)
  await page.keyboard.press('ArrowDown')
  expect(await focused.evaluate((each) => each.outerHTML)).not.toEqual(first)
  await page.keyboard.press('Enter')
  const card = page.getByTestId('inspector')
  await expect(card).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(focused).toHaveCount(1)

  await page.getByRole('row').nth(2).locator('[data-metric="power.draw"]').first().click()
  await expect(card).toContainText('gpulse has no permission to read this value.')
  await expect(card).toContainText('Run gpulse with more rights')
  await expect(card).not.toContainText(/\b0\s*W/)
})

test('the card of a number that the stream does not carry has its value, and fits a phone', async ({ page }) => {
  await page.goto('GPU-Memory')
  await showsNumbers(page)
  await page.locator('[data-metric="memory.total"][data-gpu]').first().click()
  const card = page.getByTestId('inspector')
  await expect(card).toContainText(/GPU 0\s*79\.6\sGiB/)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('main').locator('[data-metric]:visible').first().click()
  await expect(card).toBeVisible()
  const place = () => card.evaluate((each) => each.getBoundingClientRect())
  await expect.poll(async () => Math.round((await place()).bottom)).toBe(844)
  expect((await place()).left).toBe(0)
})

test('the text is selected if the clipboard is not available', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await page.goto('GPU-Memory')
  await showsNumbers(page)
  await page.getByRole('button', { name: 'Copy as' }).click()
  await page.getByRole('button', { name: /^copy: curl/ }).click()

  expect(await page.evaluate(() => getSelection()?.toString())).toContain('curl -fsS')
})
