import { expect, test } from '@playwright/test'
import { open, play } from './recorded'

test('a frame of the resources shows only the chart in its address', async ({ page }) => {
  await play(page, 8)
  await open(page, 'GPU-Resources?embed=1&panel=power.draw')

  await expect(page.getByTestId('chart-row').getByRole('heading')).toHaveText(['Power'])
  await expect(page.getByRole('region', { name: 'Values at the crosshair' })).toHaveCount(0)
})
