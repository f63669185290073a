import { expect, test } from '@playwright/test'
import type { MetricKey } from '../../src/api/types'
import type { Changes } from '../../src/testing/machine'
import { open, play, replay } from './recorded'
import { THOROUGH } from './thorough'

/** Usual values, and those of a performance monitor. */
function active(index: number, metrics: readonly MetricKey[]): Changes[number] {
  return (second) => {
    const activity = Object.fromEntries(metrics.map((metric, i) => [metric, 20 * (i + 1) + index]))
    return { values: { 'utilization.gpu': 50 + (second % 3), 'power.draw': 300, ...activity } }
  }
}

test('charts share one time axis; those of activity are abreast, and in a narrow window below each other', async ({
  page,
}) => {
  await play(page, 2, {
    0: active(0, ['activity.sm', 'activity.tensor', 'activity.dram']),
    1: active(1, ['activity.sm']),
  })
  await open(page, 'GPU-Resources?range=1m')
  const charts = page.getByTestId('chart-row').getByRole('img')
  await expect(charts).toHaveCount(9)
  const boxes = () => charts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))

  const [first, sm, tensor, dram, ...others] = await boxes()
  expect([tensor?.top, dram?.top]).toEqual([sm?.top, sm?.top])
  expect(Math.abs((first?.right ?? 0) - (dram?.right ?? 0))).toBeLessThan(2)
  for (const { left, right } of others) expect([left, right]).toEqual([first?.left, first?.right])

  await page.setViewportSize({ width: 390, height: 844 })
  await replay(page, 1)
  const [, narrow, next] = await boxes()
  expect(next?.left).toBe(narrow?.left)
  expect(next?.top).toBeGreaterThan(narrow?.top ?? Infinity)
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

for (const width of THOROUGH ? [1440, 390] : [390]) {
  test(`each of sixteen GPUs is named next to its line, and no name is cut, at ${width} pixels`, async ({ page }) => {
    await page.addInitScript(recordLabels)
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
    await open(page, 'GPU-Resources')
    await replay(page, 1)
    const all = await page
      .getByTestId('chart-row')
      .locator('canvas')
      .evaluateAll((canvases) => canvases.map((canvas) => (canvas as unknown as { labels?: Label[] }).labels ?? []))

    const ofGpus = all.filter((labels) => labels.length > 0)
    expect(all).toHaveLength(6)
    expect(ofGpus).toHaveLength(4)
    for (const labels of ofGpus) {
      const names = labels.flatMap(({ text }) => text.split(','))
      const indexes = names.flatMap((name) => {
        const [from = NaN, to = from] = name.split('–').map(Number)
        return Array.from({ length: to - from + 1 }, (_, i) => from + i)
      })
      expect(indexes.sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, index) => index))
      expect(Math.max(...labels.map(({ right }) => right))).toBeLessThanOrEqual(1)
      const gaps = labels.slice(1).map(({ y }, i) => y - (labels[i]?.y ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThan(10.9)
    }
  })
}
