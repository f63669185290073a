import { expect, test } from '@playwright/test'

test('a healthy GPU fills at most two screens, its charts are in pairs, and nothing scrolls sideways', async ({
  page,
}) => {
  await page.goto('gpus/0')
  await expect(page.getByRole('list', { name: 'NVLinks' }).getByRole('listitem')).toHaveCount(18)
  await expect(page.getByRole('table', { name: 'Processes' })).toContainText('train.py')

  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1800)
  const scrolling = await page
    .getByRole('main')
    .evaluate(
      (main) =>
        Array.from(main.getElementsByTagName('*')).filter(
          (each) => getComputedStyle(each).overflowX === 'auto' && each.scrollWidth > each.clientWidth,
        ).length,
    )
  expect(scrolling).toBe(0)
  const charts = page.getByTestId('chart-row').getByRole('img')
  const tops = await charts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(tops[1]).toBe(tops[0])
  expect(tops[2]).toBeGreaterThan(tops[0] ?? 0)
})
