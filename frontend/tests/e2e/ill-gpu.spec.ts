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
