import { expect, test } from '@playwright/test'
import type { MetricKey } from '../../src/api/types'
import type { Changes } from '../../src/testing/machine'
import { open, play, replay } from './recorded'

/** Usual values, and those of a performance monitor. */
function active(index: number, metrics: readonly MetricKey[]): Changes[number] {
  return (second) => {
    const activity = Object.fromEntries(metrics.map((metric, i) => [metric, 20 * (i + 1) + index]))
    return { values: { 'utilization.gpu': 50 + (second % 3), 'power.draw': 300, ...activity } }
  }
}

test('charts share one time axis; those of activity are abreast, and in a narrow window below each other', async ({ page }) => {
  await play(page, 2, { 0: active(0, ['activity.sm', 'activity.tensor', 'activity.dram']), 1: active(1, ['activity.sm']) })
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
