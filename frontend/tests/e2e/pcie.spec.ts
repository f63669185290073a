import { expect, test } from '@playwright/test'
import { BUSY } from '../../src/testing/machine'
import { open, play } from './recorded'

test('a frame of the PCIe page has the table, or the timeline by its name', async ({ page }) => {
  await play(page, 8, BUSY)
  await open(page, 'PCIe-Throughput?embed=1&panel=timeline')
  const chart = page.getByRole('img', { name: 'All GPUs over time' })
  await expect(chart.locator('canvas')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)

  await open(page, 'PCIe-Throughput?embed=1')
  await expect(page.getByRole('table', { name: 'PCIe throughput' }).getByRole('row')).toHaveCount(10)
  await expect(chart).toHaveCount(0)
})
