import { expect, test, type Page } from '@playwright/test'
import type { Host } from '../../src/api/types'
import { LARGE } from './large-host'
import { fitsEveryWindow, violations } from './page'
import { play } from './recorded'
import { watch } from './watch'

const charts = (page: Page) => page.locator('.row h2')
const row = (page: Page, name: string) => page.locator('.readout dl > div').filter({ hasText: name }).first()
const numbers = (page: Page) => page.locator('.readout dd')

/** A container that is shown nothing of its machine. */
const BLIND: Host = {
  ...LARGE,
  values: { 'host.load.1m': 3 },
  absent: {
    'host.cpu.utilization': 'NOT_SUPPORTED',
    'host.memory.used': 'NO_PERMISSION',
    'host.disk.read': 'NOT_SUPPORTED',
    'host.network.receive': 'NOT_SUPPORTED',
  },
  cores: [],
  disks: [],
  networks: [],
  processesSampledAt: null,
  processes: [],
}

async function machine(page: Page, host: Host, gpus = 8): Promise<void> {
  await page.route('**/api/v1/host?*', (route) => route.fulfill({ json: host }))
  const { hostname, values, absent } = host
  await play(page, gpus, {}, {}, { hostname, values, absent })
}

async function living(page: Page): Promise<void> {
  await expect(page.locator('.time-chart canvas').first()).toBeVisible()
  await expect(numbers(page).first()).toHaveText(/\d/)
  await expect(page.locator('.cores .grid i').first()).toBeVisible()
}

test('lives, and asks nobody else', async ({ page }) => {
  const seen = watch(page)
  await page.goto('Machine-Resources')
  await living(page)

  await expect(page).toHaveTitle(/ · Machine resources · gpulse$/)
  const before = await numbers(page).allInnerTexts()
  await expect.poll(() => numbers(page).allInnerTexts()).not.toEqual(before)
  expect(seen.complaints).toEqual([])
  expect([...seen.hosts]).toEqual([new URL(page.url()).host])
})

test('the numbers are those of the server', async ({ page }) => {
  await page.goto('Machine-Resources')
  await living(page)
  const host = async () => (await (await page.request.get('api/v1/host')).json()) as Host

  // The load of a quarter of an hour hardly moves between what is shown and what the server says a moment later.
  await expect
    .poll(async () => {
      const shown = Number(await row(page, '15 min').locator('data').getAttribute('value'))
      const { values } = await host()
      return Math.abs(shown - (values['host.load.15m'] ?? NaN))
    })
    .toBeLessThan(0.1)
  await expect(page.locator('.cores .grid i')).toHaveCount((await host()).cores.length)
})

test('the CPU stands beside the GPUs, and every thread and disk is told', async ({ page }) => {
  const seen = watch(page)
  await machine(page, LARGE)
  await page.goto('Machine-Resources')
  await living(page)

  await expect(charts(page)).toHaveText(['CPU', 'GPUs', 'Memory', 'Disks', 'Network', 'Load'])
  await expect(page.locator('main .head p')).toContainText('the GPUs may be waiting for the CPU')
  await expect(page.getByRole('img', { name: '256 threads, 243 saturated' })).toBeVisible()
  await expect(page.getByText('pt_data_worker')).toBeVisible()
  await expect(page.getByRole('row', { name: /ib0/ })).toContainText('error')

  await page.getByRole('button', { name: 'Show nvme3n1 only' }).click()
  await expect(charts(page).nth(3)).toHaveText('Disk nvme3n1')
  await expect(page).toHaveURL(/disk=nvme3n1/)
  await page.getByRole('button', { name: 'Show nvme3n1 only' }).click()
  await expect(charts(page).nth(3)).toHaveText('Disks')
  expect(seen.complaints).toEqual([])
})

test('what the machine does not tell has a reason, and no number', async ({ page }) => {
  const seen = watch(page)
  await machine(page, BLIND)
  await page.goto('Machine-Resources')

  await expect(page.locator('.missing li')).toHaveCount(4)
  await expect(page.locator('.missing')).toContainText('Memory gpulse has no permission to read it')
  await expect(charts(page)).toHaveText(['GPUs', 'Load'])
  await expect(row(page, 'CPU').locator('data')).toHaveCount(0)
  await expect(page.getByText('No physical disks found.')).toBeVisible()
  expect(seen.complaints).toEqual([])
})

test('works without any GPU, and the page that says so leads here', async ({ page }) => {
  await machine(page, LARGE, 0)
  await page.goto('./')

  await page.getByRole('link', { name: 'Machine resources' }).last().click()
  await living(page)
  await expect(charts(page)).toHaveText(['CPU', 'Memory', 'Disks', 'Network', 'Load'])
})

test('pause freezes it and asks no more', async ({ page }) => {
  let asked = 0
  await machine(page, LARGE)
  page.on('request', (request) => {
    if (request.url().includes('api/v1/host')) asked++
  })
  await page.goto('Machine-Resources')
  await living(page)

  await page.keyboard.press('Space')
  await expect(page.locator('.chip')).toContainText('Paused')
  const before = asked
  const told = await page.evaluate(() => (window as unknown as { replayed: number }).replayed)
  await page.waitForFunction((count) => (window as unknown as { replayed: number }).replayed > count + 2, told)
  expect(asked).toBe(before)
})

for (const theme of ['dark', 'light']) {
  for (const [name, host] of Object.entries({ large: LARGE, blind: BLIND })) {
    test(`everybody can use a ${name} machine in the ${theme} theme`, async ({ page }) => {
      await machine(page, host)
      await page.goto(`Machine-Resources?theme=${theme}`)
      await expect(numbers(page).first()).toBeVisible()
      await expect(page.locator('.processes')).toBeVisible()

      expect(await violations(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await violations(page)).toEqual([])
    })
  }
}

test('fits every window', async ({ page }) => {
  await machine(page, LARGE)
  await page.goto('Machine-Resources')
  await living(page)

  await fitsEveryWindow(page)
})
