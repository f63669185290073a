import { expect, test, type Page } from '@playwright/test'
import { painted } from './recorded'
import { openScene, SCENES } from './scenes'
import { holdsStillDuring } from './steady'

test('a banner is printed, and leaves no room when it is hidden', async ({ page }) => {
  await page.goto('./Processes')
  const title = page.getByRole('heading', { level: 1 })
  const banner = page.getByText('These values are simulated.')
  await expect(banner).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hide for this session' })).toBeHidden()

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Hide for this session' }).click()
  await expect(banner).toBeHidden()
  expect((await title.boundingBox())?.y).toBe(72)
})

/**
 * Runs in the page from its beginning: adds up by how much content moves before it is touched. The page waits for what
 * arrives with its first numbers, and here also where the machine is slow.
 */
function observe(): void {
  const inTime = window.setTimeout.bind(window)
  const patient = (run: () => void, millis = 0) => inTime(run, millis >= 500 ? millis * 20 : millis)
  Object.assign(window, { setTimeout: patient })
  const shift = { sum: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift.sum += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  Object.assign(window, { shift })
}

async function moved(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shift: { sum: number } }).shift.sum)
}

for (const { path, last } of [
  { path: './', last: 'Needs attention' },
  { path: './gpus/4', last: 'Mute' },
])
  test(`hardly anything moves while ${path} is loaded`, async ({ page }) => {
    await page.addInitScript(observe)
    await page.goto(path)
    await expect(page.getByText('These values are simulated.')).toBeVisible()
    await expect(
      page
        .getByLabel(last)
        .or(page.getByRole('button', { name: last }))
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'What happened' }).first()).toBeVisible()
    expect(await moved(page)).toBeLessThanOrEqual(0.002)
  })

test('hardly anything moves while the history is loaded, whose states and sums are late', async ({ page }) => {
  await page.addInitScript(observe)
  let letGo = (): void => undefined
  const late = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/history\/(states|summary)\?/, async (route) => {
    await late
    await route.continue()
  })
  const [ofUsers, ofMarks] = ['/history/usage', '/marks'].map((path) =>
    page.waitForResponse((response) => response.url().includes(path)),
  )
  await page.goto('./History')
  await Promise.all([ofUsers, ofMarks])
  await expect(page.getByTestId('chart-row').first()).toBeVisible()

  letGo()
  await expect(page.getByRole('heading', { name: 'GPU-hours went' })).toBeVisible()
  for (const name of ['Totals', 'Users']) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  expect(await moved(page)).toBeLessThanOrEqual(0.002)
})

test('nothing moves while the values of the host are late', async ({ page }) => {
  for (const scene of SCENES.filter((each) => each.page === 'machine')) await openScene(page, scene, 8)
  await page.route(/\/api\/v1\/host\b/, () => undefined)
  await holdsStillDuring(page, async () => {
    await page.clock.runFor(6000)
    await expect(page.getByText('243 saturated')).toBeHidden()
    await painted(page)
  })
})
