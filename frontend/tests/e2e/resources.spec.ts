import { expect, test } from '@playwright/test'
import type { MetricKey } from '../../src/api/types'
import { aProcess, type Changes } from '../../src/testing/machine'
import { open, play, replay } from './recorded'
import { isThorough } from './thorough'

const LEFT_GUTTER = 46
const RIGHT_GUTTER = 40

/** Usual values, and those of a performance monitor. */
function active(index: number, metrics: readonly MetricKey[]): Changes[number] {
  return (second) => {
    const activity = Object.fromEntries(metrics.map((metric, i) => [metric, 20 * (i + 1) + index]))
    return { values: { 'utilization.gpu': 50 + (second % 3), 'power.draw': 300, ...activity } }
  }
}

test('resources charts fit 768 px: charts and states share one time axis, which is in view', async ({ page }) => {
  await play(page, 8)
  await page.setViewportSize({ width: 1440, height: 768 })
  await open(page, 'GPU-Resources?range=1m')
  const charts = page.getByTestId('chart-row').getByRole('img')
  const band = page.getByRole('img', { name: 'State over time' })
  await expect(charts).toHaveCount(3)
  const ribbon = await band.evaluate((each) => each.closest('section')?.getBoundingClientRect().bottom)
  expect(ribbon).toBeLessThanOrEqual(768)
  const sides = (all: Element[]) => all.map((each) => each.getBoundingClientRect())
  const [expected] = await band.evaluateAll(sides)
  for (const { left, right } of await charts.evaluateAll(sides)) {
    expect([left + LEFT_GUTTER, right - RIGHT_GUTTER]).toEqual([expected?.left, expected?.right])
  }
})

test('a program with a long name leaves all columns of the numbers in their panel', async ({ page }) => {
  const long: Changes[number] = () => ({ processes: [aProcess(41_100, 'n'.repeat(64), 'mchen', 71)] })
  await play(page, 2, { 0: long, 1: long })
  await open(page, 'GPU-Resources?range=1m')
  const numbers = page.getByRole('region', { name: 'Values at the crosshair' })
  await expect(numbers.getByText('n'.repeat(64))).toBeVisible()
  const cells = await numbers
    .getByRole('cell')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
  const right = await numbers.evaluate((each) => each.getBoundingClientRect().right)
  expect(Math.max(...cells)).toBeLessThanOrEqual(right)
})

test('charts of activity are below each other with one axis', async ({ page }) => {
  await play(page, 2, {
    0: active(0, ['activity.sm', 'activity.tensor', 'activity.dram']),
    1: active(1, ['activity.sm']),
  })
  await open(page, 'GPU-Resources?charts=activity&range=1m')
  const charts = page.getByTestId('chart-row').getByRole('img')
  await expect(charts).toHaveCount(3)
  const boxes = await charts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
  expect(new Set(boxes.map(({ left }) => left)).size).toBe(1)
})

interface Label {
  text: string
  y: number
  right: number
}

/** Records the texts in bold on each canvas, which name the GPUs next to their lines. */
function recordLabels(): void {
  const drawing = CanvasRenderingContext2D.prototype
  const [fill, clear] = ['fillText', 'clearRect'].map((name) => Reflect.get(drawing, name) as () => void)
  const labelled = (canvas: unknown) => canvas as { labels?: Label[]; width: number }
  drawing.clearRect = function (...box) {
    labelled(this.canvas).labels = []
    if (clear !== undefined) Reflect.apply(clear, this, box)
  }
  drawing.fillText = function (text, x, y, ...rest) {
    const right = (x + this.measureText(text).width) / labelled(this.canvas).width
    if (this.font.startsWith('600')) (labelled(this.canvas).labels ??= []).push({ text, y, right })
    if (fill !== undefined) Reflect.apply(fill, this, [text, x, y, ...rest])
  }
}

for (const width of isThorough(1) ? [1440, 390] : [390]) {
  test(`each of sixteen GPUs is named next to its line, and no name is cut, at ${width} pixels`, async ({ page }) => {
    await page.addInitScript(recordLabels)
    await page.setViewportSize({ width, height: 2400 })
    const scattered = (index: number) => () => ({
      values: {
        'utilization.gpu': (index * 37) % 101,
        'memory.used': ((index * 5) % 16) * 4e9,
        'power.draw': 100 + ((index * 7) % 16) * 35,
      },
    })
    await play(page, 16, Object.fromEntries(Array.from({ length: 16 }, (_, index) => [index, scattered(index)])))
    await open(page, 'GPU-Resources?by=gpu')
    await replay(page, 1)
    const all = await page
      .getByTestId('chart-row')
      .locator('canvas')
      .evaluateAll((canvases) => canvases.map((canvas) => (canvas as unknown as { labels?: Label[] }).labels ?? []))

    const ofGpus = all.filter((labels) => labels.length > 0)
    expect(all).toHaveLength(3)
    expect(ofGpus).toHaveLength(3)
    for (const labels of ofGpus) {
      const names = labels.flatMap(({ text }) => text.split(','))
      const indexes = names.flatMap((name) => {
        const [from = NaN, to = from] = name.split('–').map(Number)
        return Array.from({ length: to - from + 1 }, (_, i) => from + i)
      })
      expect(indexes.sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, index) => index))
      expect(Math.max(...labels.map(({ right }) => right))).toBeLessThanOrEqual(1)
      const gaps = labels.slice(1).map(({ y }, i) => y - (labels[i]?.y ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThan(12.9)
    }
  })
}
