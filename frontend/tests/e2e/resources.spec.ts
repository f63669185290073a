import { expect, test, type Page } from '@playwright/test'
import { fitsEveryWindow, violations } from './page'
import { BUSY, play, type Changes } from './recorded'

const titles = (page: Page) => page.locator('.row h2')
const extra = (page: Page) => page.locator('.readout.extra')

async function living(page: Page): Promise<void> {
  await expect(page.locator('.time-chart canvas').first()).toBeVisible()
  await expect(page.locator('.readout td data').first()).toHaveText(/\d/)
}

/** What is usual, and activity as the performance monitor tells it. */
function active(index: number, metrics: readonly string[]): Changes[number] {
  return (second) => {
    const told = Object.fromEntries(metrics.map((metric, i) => [metric, 20 * (i + 1) + index]))
    return { values: { 'utilization.gpu': 50 + (second % 3), 'power.draw': 300, ...told } }
  }
}

test('a timeline of any number is added for all GPUs, kept in the address, and removed', async ({ page }) => {
  await page.goto('GPU-Resources')
  await living(page)
  await page.getByRole('button', { name: '+ panel' }).click()
  await page.getByRole('searchbox').fill('energy')
  await page.getByRole('button', { name: /^Energy used/ }).click()
  await expect(page).toHaveURL(/panels=energy.total/)

  const chart = page.locator('.charts .row').filter({ hasText: 'Energy used' })
  await expect(chart).toContainText(/kJ, per GPU · added since then · data since \d\d:\d\d:\d\d/)
  await expect(extra(page).locator('thead')).toContainText('Energy used')
  await expect.poll(() => extra(page).locator('tbody tr:not(.total) td:last-child data').count()).toBe(8)
  await page.reload()
  await expect(chart).toContainText('data since')
  await chart.getByRole('button', { name: 'Remove the timeline: Energy used' }).click()
  await expect(chart).toHaveCount(0)
  expect(new URL(page.url()).searchParams.get('panels')).toBeNull()
})

test('an added timeline asks for all GPUs at once, and says what it cannot draw', async ({ page }) => {
  const asked: string[] = []
  await page.route('**/api/v1/snapshot?metrics=bar1.used*', (route) => {
    asked.push(route.request().url())
    return route.continue()
  })
  await page.goto('GPU-Resources?panels=bar1.used,never.heard.of')
  await living(page)

  await expect(page.getByText('No metric “never.heard.of” to plot.')).toBeVisible()
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  expect(asked.filter((address) => address.includes('gpus='))).toEqual([])
  await page.getByRole('button', { name: '+ panel' }).click()
  await expect(page.getByRole('button', { name: /^Power draw.*already shown/ })).toBeDisabled()
})

test('what is active of the chips stands side by side, as far as it is told', async ({ page }) => {
  await play(page, 2, { 0: active(0, ['activity.sm', 'activity.tensor', 'activity.dram']), 1: active(1, ['activity.sm']) })
  await page.goto('GPU-Resources')
  await living(page)
  await expect(titles(page).nth(1)).toHaveText('SM active')
  await expect(titles(page).nth(3)).toHaveText('Memory bandwidth activity')

  const boxes = () => page.locator('.time-chart').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
  const [first, sm, tensor, dram, next] = await boxes()
  expect([tensor?.top, dram?.top]).toEqual([sm?.top, sm?.top])
  expect(Math.abs((first?.right ?? 0) - (dram?.right ?? 0))).toBeLessThan(2)
  expect(next?.left).toBe(first?.left)
  const rows = extra(page).locator('tbody tr')
  await expect(rows.nth(0)).toContainText(/20\s*40\s*60/)
  await expect(rows.nth(1).locator('data')).toHaveCount(1)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await boxes())[2]?.left).toBe((await boxes())[1]?.left)
  expect(await violations(page)).toEqual([])
})

test('activity that no GPU tells has no chart', async ({ page }) => {
  await play(page, 2, BUSY)
  await page.goto('GPU-Resources')
  await living(page)

  await expect(page.getByRole('heading', { name: 'SM active' })).toHaveCount(0)
  await expect(extra(page)).toHaveCount(0)
})

interface Label {
  text: string
  y: number
  right: number
}

/** What is written in the right gutter of each chart, by the canvas it is on, in pixels of the page. */
async function gutterLabels(page: Page): Promise<Label[][]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('.time-chart canvas')).map(
      (canvas) => (canvas as unknown as { written?: Label[] }).written ?? [],
    ),
  )
}

function namedIn(labels: readonly Label[]): number[] {
  const parts = labels.flatMap(({ text }) => text.split(','))
  return parts.flatMap((part) => {
    const [from = NaN, to = from] = part.split('–').map(Number)
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  })
}

for (const width of [1440, 390]) {
  test(`each of sixteen GPUs is named beside its line, none is cut, at ${width}`, async ({ page }) => {
    await page.addInitScript(() => {
      const drawing = CanvasRenderingContext2D.prototype
      const [fill, clear] = ['fillText', 'clearRect'].map((name) => Reflect.get(drawing, name) as () => void)
      const kept = (canvas: unknown) => canvas as { written?: Label[]; width: number }
      drawing.clearRect = function (...box) {
        kept(this.canvas).written = []
        if (clear !== undefined) Reflect.apply(clear, this, box)
      }
      drawing.fillText = function (text, x, y, ...rest) {
        const right = x + this.measureText(text).width
        const isLabel = this.font.startsWith('600')
        if (isLabel) (kept(this.canvas).written ??= []).push({ text, y, right: right / kept(this.canvas).width })
        if (fill !== undefined) Reflect.apply(fill, this, [text, x, y, ...rest])
      }
    })
    await page.setViewportSize({ width, height: 2400 })
    const scattered = (index: number) => () => ({
      values: {
        'utilization.gpu': (index * 37) % 101,
        'memory.used': ((index * 5) % 16) * 4e9,
        'power.draw': 100 + ((index * 7) % 16) * 35,
        'temperature.gpu': index % 2 === 0 ? 50 : 70,
      },
    })
    await play(page, 16, Object.fromEntries(Array.from({ length: 16 }, (_, index) => [index, scattered(index)])))
    await page.goto('GPU-Resources')
    await living(page)
    await expect(page.locator('.time-chart canvas')).toHaveCount(6)

    const all = await gutterLabels(page)
    const ofGpus = all.filter((labels) => labels.length > 0)
    expect(ofGpus).toHaveLength(4)
    for (const labels of ofGpus) {
      expect(namedIn(labels).sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, index) => index))
      expect(Math.max(...labels.map(({ right }) => right))).toBeLessThanOrEqual(1)
      const gaps = labels.slice(1).map(({ y }, i) => y - (labels[i]?.y ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThan(10.9)
    }
  })
}

test('with added timelines it fits every window, and everybody can use it', async ({ page }) => {
  await page.goto('GPU-Resources?panels=utilization.encoder,energy.total')
  await living(page)
  await expect(extra(page)).toBeVisible()

  expect(await violations(page)).toEqual([])
  await fitsEveryWindow(page)
})
