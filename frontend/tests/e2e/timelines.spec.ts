import { expect, test } from '@playwright/test'
import { open, play } from './recorded'

test('a frame of the resources shows only the chart in its address', async ({ page }) => {
  await play(page, 8)
  await open(page, 'GPU-Resources?embed=1&panel=power.draw')

  await expect(page.getByTestId('chart-row').getByRole('heading')).toHaveText(['Power'])
  await expect(page.getByRole('region', { name: 'Values at the crosshair' })).toHaveCount(0)
})

test('lanes of eight GPUs are as high as their number allows', async ({ page }) => {
  await page.goto('./Timeline')
  const lanes = page.getByTestId('lane')
  await expect(lanes).toHaveCount(8)
  const heights = () => lanes.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  await expect.poll(heights).toEqual(Array.from({ length: 8 }, () => 62))
})
