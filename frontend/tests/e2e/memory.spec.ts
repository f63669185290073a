import { expect, test, type Page } from '@playwright/test'
import { asked, fitsEveryWindow, violations } from './page'
import { aProcess, at, BROKEN, BUSY, play, type Changes } from './recorded'
import { watch } from './watch'

const GIB = 2 ** 30
const RESERVED = { 'memory.reserved': 0.6 * GIB }
const rows = (page: Page) => page.locator('.memory-row:not(.header)')
const bar = (page: Page, index: number) => rows(page).nth(index).locator('.memory-bar')

async function living(page: Page): Promise<void> {
  await expect(page.locator('.memory-row .used data').first()).toHaveText(/\d/)
  await expect(page.locator('.memory-bar > span').first()).toBeVisible()
}

test('shows the memory of the GPUs and lives', async ({ page }) => {
  const seen = watch(page)
  await page.goto('GPU-Memory')
  await living(page)

  await expect(page).toHaveTitle(/ · GPU memory · gpulse$/)
  // What is printed may stand still for minutes while a job allocates little; the values behind it do not.
  const numbers = page.locator('.memory-row .used data')
  const values = () => numbers.evaluateAll((all) => all.map((each) => each.getAttribute('value')))
  const before = await values()
  await expect.poll(values).not.toEqual(before)
  const gpus = await asked(page, 'memory.total')
  const totals = gpus.map((gpu) => ((gpu.values['memory.total'] ?? 0) / GIB).toFixed(1))
  await expect(rows(page).locator('.used .quantity.faint')).toHaveText(totals.map((total) => new RegExp(`^${total}`)))
  expect(seen.complaints).toEqual([])
  expect([...seen.hosts]).toEqual([new URL(page.url()).host])
})

test('says which processes hold it, which of them are idle, and whose they are', async ({ page }) => {
  await play(page, 8, BUSY, RESERVED)
  await page.goto('GPU-Memory')
  await living(page)

  await expect(bar(page, 0).locator('.process')).toHaveText(/train\.py\s+pid 41100/)
  await expect(bar(page, 4).locator('.held')).toHaveText(/python\s+asharma · idle for 4\d\smin/)
  await expect(bar(page, 4)).toHaveAccessibleName(/GPU 4: 62\sGiB of 80\sGiB used.*python.*asharma/)
  await expect(bar(page, 5).locator('.process')).toHaveCount(1)
  await expect(bar(page, 7).locator('.others')).toHaveText(/other/)
  await expect(bar(page, 0).locator('.reserved')).toHaveAttribute('title', /reserved by the driver/)
  await expect(rows(page).nth(0)).toContainText('mchen')
  await expect(page.locator('.holders li').first()).toHaveText(/mchen.*280\.0/)
  await expect(page.locator('.holders .held')).toContainText('GPU 4, since')
  await expect(page.locator('.fleet h2')).toContainText('of 638')
})

test('counts processes that it is not shown, and says nothing of an unknown total', async ({ page }) => {
  const crowd: Changes = {
    0: () => ({
      processes: [1, 2, 3, 4].map((pid) => aProcess(pid, `worker ${pid}`, 'svc-infer', 10)),
      processesOmitted: 3,
    }),
  }
  await play(page, 2, crowd, RESERVED)
  await page.goto('GPU-Memory')
  await living(page)
  await expect(bar(page, 0).locator('.process')).toHaveCount(4)
  await expect(bar(page, 0).locator('.others')).toHaveText(/other\s+3 more processes/)

  await page.route('**/api/v1/snapshot?metrics=*', (route) => route.fulfill({ status: 503, json: { detail: 'busy' } }))
  await page.reload()
  await expect(rows(page).first()).toContainText('Total memory is unknown')
  await expect(rows(page).first().locator('.used')).toContainText(/71\.0\s+\/\s+…/)
  await expect(page.locator('.memory-bar')).toHaveCount(0)
})

test('says what cannot be read, and invents nothing in its place', async ({ page }) => {
  const silent: Changes = {
    ...BROKEN,
    1: () => ({
      values: {},
      absent: { 'memory.used': 'NO_PERMISSION', 'memory.free': 'NO_PERMISSION' },
      sampledAt: at(0),
    }),
  }
  await play(page, 8, silent, RESERVED)
  await page.goto('GPU-Memory')
  await living(page)

  await expect(rows(page).nth(3)).toContainText('GPU is lost')
  await expect(rows(page).nth(3)).toContainText(/last sampled [\d:]{8}/)
  // What it held when it went stays, and is no value of now.
  await expect(rows(page).nth(3).locator('.memory-bar')).toHaveClass(/stale/)
  await expect(rows(page).nth(3).locator('.used')).toContainText(/7\d\.\d.* \/ 79\.7/)
  await expect(rows(page).nth(3).locator('.users')).toHaveText('mchen')
  await expect(rows(page).nth(3).locator('data')).toHaveCount(0)
  await expect(rows(page).nth(1).locator('.bar')).toHaveText('gpulse has no permission to read this value')
  await expect(rows(page).nth(2).locator('.memory-bar')).toHaveClass(/stale/)
  await expect(rows(page).nth(2).locator('.used .age')).toHaveCount(1)
  await expect(page.locator('.fleet h2')).toContainText('4 not read')
})

test('the range stands in the address', async ({ page }) => {
  await play(page, 2, BUSY, RESERVED)
  await page.goto('GPU-Memory?range=15m')
  await living(page)
  await expect(page.getByText('Last 15 min')).toBeVisible()

  await page.keyboard.press('[')
  await expect(page).toHaveURL(/range=5m/)
  await expect(page.getByText('Last 5 min')).toBeVisible()
})

for (const [count, changes] of [
  [1, {}],
  [8, BROKEN],
  [16, BUSY],
] as const) {
  test(`fits every window with ${count} GPUs`, async ({ page }) => {
    await play(page, count, changes, RESERVED)
    await page.goto('GPU-Memory')
    await living(page)

    await fitsEveryWindow(page)
  })
}

for (const theme of ['dark', 'light']) {
  test(`everybody can use it in the ${theme} theme`, async ({ page }) => {
    await play(page, 8, BROKEN, RESERVED)
    await page.goto(`GPU-Memory?theme=${theme}`)
    await living(page)

    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
  })
}
