import { expect, test, type Page } from '@playwright/test'
import { playIncidents, type IncidentServer } from './incidents'
import { INSIGHTS } from './insight-scene'
import { fitsEveryWindow, pageWidth, violations } from './page'
import { playPast } from './past'
import { BUSY, play, tellBeside } from './recorded'
import { watch } from './watch'

const cards = (page: Page) => page.locator('.insight')
const tab = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Show' }).getByRole('button', { name })
const told = (page: Page) => page.locator('.attention li')

async function opened(page: Page, path = 'Insights'): Promise<IncidentServer> {
  await play(page, 8, BUSY)
  await playPast(page)
  const server = await playIncidents(page)
  await page.goto(path)
  return server
}

test('each says in one sentence what is the matter, and by which numbers', async ({ page }) => {
  const seen = watch(page)
  await opened(page)
  await expect(cards(page).locator('h2')).toHaveText([
    /GPU 4 holds 62 GiB but has been idle/,
    /GPUs 0–3 wait for data/,
    /GPU 7 is power-capped/,
    /GPU 6 runs at ×8/,
  ])

  const idle = cards(page).first()
  await expect(idle).toContainText('No kernel has run for 41 min.')
  await expect(idle).toContainText('End the process')
  await expect(idle.locator('.evidence')).toContainText(/held\s*62\sGiB\s*\(limit 1\sGiB, over 10\smin\)/)
  await expect(idle.locator('code')).toHaveText('idle-allocated')
  await expect(idle).toContainText(/since \d\d:\d\d/)
  await expect(idle.getByRole('img', { name: /GPU 4 · .*60\smin/ })).toBeVisible()
  await expect(idle.getByRole('link', { name: 'GPU 4', exact: true })).toHaveAttribute('href', /gpus\/4$/)
  await expect(cards(page).nth(3).getByRole('img', { name: 'PCIe lanes in use 8 of 16' }).locator('.used')).toHaveCount(8)
  await expect(page.locator('.checks-panel li')).toHaveCount(4)
  await expect(page.locator('.checks-panel')).toContainText('Not checked: needs processes of one group')
  await expect(page.locator('.resolved-panel dd')).toHaveText(/GPU 5 holds 3 GiB/)
  expect(seen.complaints).toEqual([])
})

test('the page of a GPU tells what is about that one', async ({ page }) => {
  await opened(page, 'gpus/3')
  await expect(told(page)).toHaveText([/GPUs 0–3 wait for data/])

  await page.goto('gpus/5')
  await expect(page.locator('main data').first()).toHaveText(/\d/)
  await expect(told(page)).toHaveCount(0)
})

test('leads to what it is about, and writes to whom it concerns', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await opened(page)

  await cards(page).first().getByRole('button', { name: 'Copy message to asharma' }).click()
  await expect(cards(page).first().getByRole('button', { name: 'Message copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^Hi asharma, GPU 4 holds 62 GiB.*End the process.*trn-h100-03.*\/Insights\)$/)

  await cards(page).first().getByRole('link', { name: 'Show the process' }).click()
  await expect(page).toHaveURL(/Processes\?filter=38817/)
})

test('one that is muted is heard of no more in this browser, until somebody wants to', async ({ page }) => {
  await opened(page)
  await cards(page).first().getByRole('button', { name: 'Mute' }).click()
  await expect(cards(page)).toHaveCount(3)
  await expect(page.locator('.nav .count')).toHaveText('3')

  await page.reload()
  await tab(page, /^Muted 1/).click()
  await expect(page).toHaveURL(/show=muted/)
  await expect(cards(page).locator('h2')).toHaveText([/GPU 4 holds/])
  await cards(page).getByRole('button', { name: 'Unmute' }).click()
  await expect(page.getByText('No insight is muted in this browser.')).toBeVisible()
  await expect(page.locator('.nav .count')).toHaveText('4')
})

test('what is over stays for a day', async ({ page }) => {
  await opened(page)
  await tab(page, /^Resolved \(24 h\) 1/).click()

  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText(/\d\d:\d\d to \d\d:\d\d/)
  await expect(cards(page).getByRole('button')).toHaveCount(0)
})

test('a new one is there at once, said aloud, and goes when it is over', async ({ page }) => {
  const server = await opened(page)
  await expect(cards(page)).toHaveCount(4)
  const lost = { ...INSIGHTS[0], id: 'gpu-lost/GPU-2', rule: 'gpu-lost', severity: 'critical', sentence: 'GPU 2 is lost.' }
  server.insights.unshift(lost)
  await tellBeside(page, 'insight', lost)

  await expect(cards(page).first().locator('h2')).toHaveText('GPU 2 is lost.')
  await expect(page.locator('.nav [aria-live=polite]')).toHaveText('GPU 2 is lost.')
  await expect(page.locator('.nav .count')).toHaveText('5')

  server.insights.shift()
  await tellBeside(page, 'insight', { ...lost, state: 'resolved', until: lost.since })
  await expect(cards(page)).toHaveCount(4)
})

test('a machine without troubles says which checks pass', async ({ page }) => {
  await play(page, 8)
  const server = await playIncidents(page)
  server.insights = []
  await page.goto('Insights')

  await expect(page.getByRole('heading', { name: 'Nothing to say: 3 checks pass' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('0')
  await expect(page.locator('.strip .cell').filter({ hasText: 'Insights' })).toContainText('3 checks pass')
})

for (const [status, sentence] of [
  [404, 'This gpulse has no insights.'],
  [503, 'Insights are not available now.'],
  [500, 'Insights could not be loaded: As the server tells it.'],
] as const) {
  test(`says that there are none: ${status}`, async ({ page }) => {
    await play(page, 8, BUSY)
    const server = await playIncidents(page)
    server.status = status
    await page.goto('Insights')

    await expect(page.locator('.service-notice')).toContainText(sentence)
    await page.keyboard.press('0')
    await expect(told(page)).toHaveText([/GPU 7 is near its slowdown/, /GPU 4 holds 62.*has been idle/])
    await expect(page.locator('.strip .cell').filter({ hasText: 'Insights' })).toContainText('not available')
  })
}

test('the overview speaks of the worst first, and of nothing twice', async ({ page }) => {
  const seen = watch(page)
  await opened(page, './')
  await expect(told(page)).toHaveText([
    'GPU 4 holds 62 GiB but has been idle for 41 min',
    'GPUs 0–3 wait for data',
    'GPU 7 is power-capped 38 % of the time',
    '+2 more',
  ])

  const cell = page.locator('.strip .cell').filter({ hasText: 'Insights' })
  await expect(cell).toContainText(/4\s*3 need action/)
  await expect(cell.locator('svg')).toHaveCount(4)
  await expect(page.locator('.gpus tr.warn .c-id b')).toHaveText(['4', '7'])
  const tiles = page.getByRole('navigation', { name: 'Other pages' }).getByRole('link')
  await expect(tiles.filter({ hasText: 'Insights' })).toContainText('3 need action')
  await expect(tiles.filter({ hasText: 'Events' })).toContainText(/\d+ events today/)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
  await told(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/Insights$/)
  expect(seen.complaints).toEqual([])
})

test('a key leads to it', async ({ page }) => {
  await opened(page, './')
  await expect(told(page)).toHaveCount(4)
  await page.keyboard.press('i')
  await expect(page.getByRole('heading', { name: 'Insights' })).toBeVisible()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText(/Insights\s*I/)
})

test('speaks Chinese where the server does', async ({ page }) => {
  await opened(page, 'Insights?lang=zh')

  await expect(cards(page).first().locator('h2')).toHaveText(/^GPU 4 占用 62 GiB 显存/)
  await expect(page.locator('main')).not.toContainText(/insight\w*\./)
})

for (const theme of ['dark', 'light']) {
  test(`everybody can use it in the ${theme} theme`, async ({ page }) => {
    await opened(page, `Insights?theme=${theme}`)
    await expect(cards(page)).toHaveCount(4)
    expect(await violations(page)).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
    await page.goto(`./?theme=${theme}`)
    await expect(told(page)).toHaveCount(4)
    expect(await violations(page)).toEqual([])
  })
}

test('fits every window', async ({ page }) => {
  await opened(page)
  await expect(cards(page)).toHaveCount(4)
  await fitsEveryWindow(page)
})

test('stands alone in a frame', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 160 })
  await opened(page, 'Insights?embed=1&panel=list')
  await expect(cards(page)).toHaveCount(4)
  await expect(cards(page).getByRole('button')).toHaveCount(0)
  expect(await pageWidth(page)).toBeLessThanOrEqual(320)

  await page.goto('Insights?embed=1&panel=checks')
  await expect(page.locator('.checks-panel li')).toHaveCount(5)
  await expect(cards(page)).toHaveCount(0)
})
