import { expect, test, type Page } from '@playwright/test'
import type { Gpu } from '../../src/api/types'
import { fitsEveryWindow, violations } from './page'
import { aProcess, at, BROKEN, play, type Changes } from './recorded'

/** The reader is not where the server is. */
test.use({ timezoneId: 'Asia/Kolkata' })

const GONE = { values: {}, facts: {}, idleSince: null, busySince: null, processes: [] }
const LIMITS = { 'pcie.bandwidth.max': 63e9, 'nvlink.bandwidth.max': 478e9, 'clocks.max.sm': 1980 }
const gauge = (page: Page, metric: string) => page.locator(`.gauge[data-metric="${metric}"]`)
const trouble = (page: Page) => page.locator('.trouble')

async function open(page: Page, address: string, changes: Changes = BROKEN): Promise<void> {
  await play(page, 8, changes, LIMITS)
  await page.route('**/api/v1/gpus/*', (route) => route.fulfill({ status: 503, json: { detail: 'busy' } }))
  await page.goto(address)
  await expect(trouble(page)).toBeVisible()
}

function ill(state: Gpu['state'], stateDetail: string | null): Changes {
  return { 2: (second) => (second < 100 ? {} : { ...GONE, state, stateDetail, stateSince: at(100), sampledAt: at(99) }) }
}

test('a lost GPU keeps what it told last, marked as past, and its state is told once', async ({ page }) => {
  await open(page, 'gpus/3')

  await expect(trouble(page)).toHaveText(/GPU is lost.*fell off the bus.*since 15:31:40/)
  await expect(trouble(page)).toContainText(/Last sampled 15:31:39, \d+\ss ago\./)
  await expect(page.getByText('GPU is lost')).toHaveCount(1)
  await expect(page.getByText(/Last sampled/)).toHaveCount(1)
  await expect(gauge(page, 'memory.used')).toContainText(/71\.\d.*stale.*\/\s*79\.7\sGiB/)
  await expect(gauge(page, 'power.draw')).toContainText(/\d+.*stale/)
  await expect(page.locator('.fact[data-metric="uuid"]').first()).toContainText('000000000003')
  await expect(page.locator('.fact[data-metric="enforced.power.limit"]').first()).toContainText('700')
  await expect(page.locator('.process-table tbody tr')).toContainText('train.py')
  await expect(page.locator('.readout .at')).toContainText('15:31:39')
  await expect(page.locator('.readout .at')).toContainText('last sample')
})

test('its charts go on to its last good moment, and no further', async ({ page }) => {
  await open(page, 'gpus/3?range=5m')
  const titles = page.locator('.charts h2')
  await expect(titles).toHaveText(['Utilization', 'Memory used', 'Power', 'Temperature', 'SM clock', 'PCIe', 'NVLink'])

  const box = await page.locator('.charts .u-over').first().boundingBox()
  if (box === null) throw new Error('There is no chart')
  const row = page.locator('.readout tr').filter({ hasText: 'Memory used' })
  await page.mouse.move(box.x + box.width * 0.7, box.y + 20)
  await expect(row.locator('data')).toHaveText(/^71/)
  await page.mouse.move(box.x + box.width * 0.97, box.y + 20)
  await expect(row).toContainText('no samples')
})

for (const [state, detail, words] of [
  ['STUCK', 'nvmlDeviceGetPowerUsage has not returned.', /GPU is not responding.*has not returned/],
  ['RESET_REQUIRED', null, /GPU needs a reset/],
  ['ERROR', 'NVML code 999.', /GPU cannot be read.*999/],
  ['ATTACHING', null, /GPU is being attached/],
] as const) {
  test(`a GPU in the state ${state} keeps its past too`, async ({ page }) => {
    await open(page, 'gpus/2', ill(state, detail))

    await expect(trouble(page)).toHaveText(words)
    await expect(trouble(page)).toContainText('Last sampled 15:31:39')
    await expect(gauge(page, 'temperature.gpu')).toContainText(/60.*stale/)
    await expect(page.locator('.charts canvas').first()).toBeVisible()
  })
}

test('a GPU that answers again is of now again', async ({ page }) => {
  const back: Changes = { 2: (second) => (second < 100 || second > 153 ? {} : { ...GONE, state: 'STUCK', stateSince: at(100) }) }
  await open(page, 'gpus/2', back)
  await expect(gauge(page, 'temperature.gpu')).toContainText('stale')

  await expect(trouble(page)).toHaveCount(0)
  await expect(gauge(page, 'temperature.gpu')).not.toContainText('stale')
  await expect(page.locator('.readout .at')).toContainText('Now')
})

test('a GPU that never answered shows its identity, and no number', async ({ page }) => {
  await open(page, 'gpus/2', { 2: () => ({ ...GONE, state: 'LOST', stateSince: at(0), sampledAt: null, processes: [aProcess(1, 'x', 'y', 1)] }) })

  await expect(trouble(page)).not.toContainText('Last sampled')
  await expect(gauge(page, 'power.draw')).toHaveCount(0)
  await expect(page.locator('.fact[data-metric="uuid"]').first()).toContainText('000000000002')
})

for (const theme of ['dark', 'light']) {
  test(`everybody can read the past of a lost GPU in the ${theme} theme, in every window`, async ({ page }) => {
    await open(page, `gpus/3?theme=${theme}`)
    await expect(gauge(page, 'power.draw')).toBeVisible()

    expect(await violations(page)).toEqual([])
    await fitsEveryWindow(page)
  })
}
