import { expect, test } from '@playwright/test'
import { BROKEN } from '../../src/testing/machine'
import { open, play } from './recorded'

/** Another time zone than that of the server. */
test.use({ timezoneId: 'Asia/Kolkata' })

test('the times of a lost GPU are those of the reader’s time zone', async ({ page }) => {
  await play(page, 8, BROKEN)
  await open(page, 'gpus/3')

  await expect(page.getByTestId('story')).toContainText('since 15:31')
  await expect(page.getByTestId('gauges-time')).toContainText('sampled 15:31:39')
})

test('the time of the last values of a lost GPU is above them', async ({ page }) => {
  await play(page, 8, BROKEN)
  await open(page, 'gpus/3')

  const values = page.getByRole('list', { name: 'Current values' })
  await expect(values).toContainText('SM clock')
  const bottom = await page.getByTestId('gauges-time').evaluate((each) => each.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual(await values.evaluate((each) => each.getBoundingClientRect().top))
})
