import { expect, test } from '@playwright/test'
import { BUSY, type Changes } from '../../src/testing/machine'
import { open, play, replay } from './recorded'

const FREE: Changes = {
  ...BUSY,
  2: () => ({ idleSince: '2026-11-20T09:00:00Z', busySince: null, processes: [] }),
}

test('which GPU is free, and why not the others, is one click from the overview', async ({ page }) => {
  await play(page, 8, FREE)
  await open(page, '')
  await page.getByTestId('cell').filter({ hasText: 'Free' }).first().click()
  await replay(page, 1)

  await expect(page).toHaveURL(/\/Free$/)
  await expect(page.getByRole('status').filter({ hasText: '1 of 8 GPUs is free: 2.' })).toBeVisible()
  await expect(page.getByText(/^export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-/)).toBeVisible()
  const held = page.getByRole('rowgroup', { name: 'Free, but' })
  await expect(held.getByText(/^Idle, but 62\.?\d*\sGiB are held\.$/)).toBeVisible()
  await expect(held.getByText('asharma')).toBeVisible()
  await expect(page.getByRole('rowgroup', { name: 'Not free' }).getByRole('row')).toHaveCount(7)
})
