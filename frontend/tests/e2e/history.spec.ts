import { expect, test } from '@playwright/test'
import { GAP, NOW } from './past'
import { brush, charts, drag, HOUR, inAddress, last, living, opened, rows } from './past-page'
import { watch } from './watch'

test('shows what the real server has stored, and asks nobody else', async ({ page }) => {
  const seen = watch(page)
  await page.goto('History?range=5m')
  await living(page)

  await expect(page.locator('.row h2')).toHaveText([
    'GPU utilization',
    'Memory utilization',
    'GPU memory',
    'Power',
    'Temperature',
    'Host CPU',
    'Host memory',
  ])
  await expect(page.getByText('Demo data.')).toBeVisible()
  const hosts = [...seen.hosts]
  expect(hosts).toEqual([new URL(page.url()).host])
  // A server that tells no sums yet says so to the console of the browser.
  expect(seen.complaints.filter((each) => !each.includes('404'))).toEqual([])
})

test('all charts are one question, with as many points as there is room for', async ({ page }) => {
  const server = await opened(page)

  const asked = server.asked.filter((each) => each.get('metrics')?.includes(','))
  expect(asked).toHaveLength(1)
  expect(last(server).get('metrics')?.split(',')).toHaveLength(7)
  expect(last(server).get('range')).toBe('12h')
  expect(Number(last(server).get('points'))).toBeGreaterThan(200)
  expect(Number(last(server).get('points'))).toBeLessThan(700)
})

test('a range is chosen by a button or a key, and stands in the address', async ({ page }) => {
  const server = await opened(page)
  const range = (name: string) => page.getByRole('group', { name: 'Range' }).getByRole('button', { name, exact: true })
  await expect(range('12 h')).toHaveAttribute('aria-pressed', 'true')

  await range('7 d').click()
  await expect.poll(() => last(server).get('range')).toBe('7d')
  expect(inAddress(page, 'range')).toBe('7d')
  await expect(page.locator('.readout .at')).toContainText('7 d mean')

  await page.keyboard.press(']')
  await expect.poll(() => last(server).get('range')).toBe('30d')
  await expect(range('30 d')).toHaveAttribute('aria-pressed', 'true')
})

test('another range is painted, and how soon is noted', async ({ page }) => {
  await opened(page, 'History?range=1h')
  const picture = () => charts(page).first().locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
  const before = await picture()

  const millis = await page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.time-chart canvas')
    const first = canvas?.toDataURL()
    const buttons = Array.from(document.querySelectorAll<HTMLElement>('.ranges button'))
    const button = buttons.find((each) => each.textContent.trim() === '12 h')
    const begin = performance.now()
    button?.click()
    while (canvas?.toDataURL() === first && performance.now() - begin < 5000) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return performance.now() - begin
  })
  expect(await picture()).not.toBe(before)
  test.info().annotations.push({ type: 'painted', description: `${millis.toFixed(0)} ms after the click` })
})

test('a stretch from one moment to another is asked for once, and a link shows it again', async ({ page }) => {
  const server = await opened(page)
  await page.getByLabel('From', { exact: true }).fill('2026-02-28T08:00:00')
  await page.getByLabel('To', { exact: true }).fill('2026-02-28T20:00:00')
  await page.getByRole('button', { name: 'Show', exact: true }).click()

  await expect.poll(() => last(server).get('from')).toBe(inAddress(page, 'from'))
  expect(Date.parse(inAddress(page, 'to') ?? '') - Date.parse(inAddress(page, 'from') ?? '')).toBe(12 * HOUR)
  await expect(page.locator('.ranges [aria-pressed="true"]')).toHaveCount(0)
  const count = server.asked.length
  await page.waitForTimeout(6000)
  expect(server.asked.filter((each) => each.get('metrics')?.includes(',')).length).toBeLessThanOrEqual(count)

  const address = page.url()
  await page.goto('about:blank')
  await page.goto(address)
  await living(page)
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(/^2026-02-28T08:00/)
  expect(last(server).get('range')).toBeNull()
})

test('what cannot be shown is told beside the fields, and the picture stays', async ({ page }) => {
  const server = await opened(page)
  await page.getByLabel('From', { exact: true }).fill('2026-02-28T20:00:00')
  await page.getByLabel('To', { exact: true }).fill('2026-02-28T08:00:00')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('The end is not after the beginning.')

  server.instead = (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', body: JSON.stringify({ detail: 'Too long ago.' }) })
  await page.getByLabel('To', { exact: true }).fill('2026-02-28T21:00:00')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('The history could not be loaded: Too long ago.')
  await expect(charts(page).first().locator('canvas')).toBeVisible()
})

test('a question that is overtaken by another is given up, and nothing blinks meanwhile', async ({ page }) => {
  const server = await opened(page)
  let release = () => {}
  server.instead = async (route) => {
    const slow = new URL(route.request().url()).searchParams.get('range') === '30d'
    if (slow) await new Promise<void>((resolve) => (release = resolve))
    await route.fallback().catch(() => undefined)
  }
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('range=30d'))
  const asked = page.waitForRequest((request) => request.url().includes('range=30d'))
  await page.getByRole('button', { name: '30 d', exact: true }).click()
  await asked
  await expect(page.locator('.history.busy')).toBeVisible()
  await expect(charts(page).first().locator('canvas')).toBeVisible()

  server.instead = null
  await page.getByRole('button', { name: '1 h', exact: true }).click()
  await aborted
  await expect(page.locator('.readout .at')).toContainText('1 h mean')
  await expect(page.locator('.history.busy')).toHaveCount(0)
  release()
  await expect(page.locator('.readout .at')).toContainText('1 h mean')
})

test('a drag zooms all charts and a double click goes back', async ({ page }) => {
  const server = await opened(page)
  await drag(page, 0.5, 0.75)

  await expect.poll(() => last(server).get('from')).not.toBeNull()
  const millis = Date.parse(last(server).get('to') ?? '') - Date.parse(last(server).get('from') ?? '')
  expect(millis / HOUR).toBeCloseTo(3, 0)
  await expect(page.locator('.zoom')).toBeVisible()

  await charts(page).first().dblclick({ position: { x: 300, y: 40 } })
  await expect.poll(() => last(server).get('range')).toBe('12h')
  await expect(page.locator('.zoom')).toHaveCount(0)
})

test('the crosshair reads all charts, and a click pins it in the address', async ({ page }) => {
  await opened(page)
  const box = await charts(page).first().locator('.u-over').boundingBox()
  if (box === null) throw new Error('There is no chart')
  const share = (GAP.from + GAP.to) / 2 - (NOW - 12 * HOUR)
  await page.mouse.move(box.x + (box.width * share) / (12 * HOUR), box.y + 20)
  await expect(rows(page).first().locator('td').first()).toContainText('no samples')

  await page.mouse.move(box.x + box.width * 0.8, box.y + 20)
  await expect(rows(page).first().locator('td').first()).toContainText(/\d/)
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(() => inAddress(page, 'at')).not.toBeNull()
  await page.keyboard.press('Escape')
  await expect.poll(() => inAddress(page, 'at')).toBeNull()
})

test('keys move the window of the overview and resize it', async ({ page }) => {
  const server = await opened(page)
  await brush(page).focus()
  await expect(brush(page)).toHaveAttribute('aria-valuetext', / – /)

  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => last(server).get('to')).not.toBeNull()
  const moved = { from: Date.parse(last(server).get('from') ?? ''), to: Date.parse(last(server).get('to') ?? '') }
  expect((moved.to - moved.from) / HOUR).toBeCloseTo(12, 0)
  expect(NOW - moved.to).toBeGreaterThan(HOUR)

  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => Date.parse(last(server).get('to') ?? '')).toBeLessThan(moved.to)
  expect(Date.parse(last(server).get('from') ?? '')).toBe(moved.from)
  expect(inAddress(page, 'from')).toBe(new Date(moved.from).toISOString())
})

test('the window of the overview is dragged', async ({ page }) => {
  const server = await opened(page)
  const box = await page.locator('.brush').boundingBox()
  if (box === null) throw new Error('There is no overview')
  await page.mouse.move(box.x + box.width * 0.2, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.4, box.y + 20, { steps: 4 })
  await page.mouse.up()

  await expect.poll(() => last(server).get('from')).not.toBeNull()
  const days = (Date.parse(last(server).get('to') ?? '') - Date.parse(last(server).get('from') ?? '')) / (24 * HOUR)
  expect(days).toBeCloseTo(4, 0)
})

test('a stretch goes along to the next page of timelines, and comes back', async ({ page }) => {
  await opened(page, 'History?range=15m')
  await drag(page, 0.5, 0.9)
  await expect.poll(() => inAddress(page, 'from')).not.toBeNull()
  const from = inAddress(page, 'from')

  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: /GPU resources/ }).click()
  await expect(page).toHaveURL(/GPU-Resources/)
  await expect(page.locator('.zoom')).toBeVisible()
  expect(inAddress(page, 'from')).toBe(from)

  await page.keyboard.press('9')
  await expect(page).toHaveURL(/History/)
  await living(page)
  expect(inAddress(page, 'from')).toBe(from)
})

test('what goes on is asked for again, unless the page is paused', async ({ page }) => {
  const server = await opened(page, 'History?range=1m')
  const count = () => server.asked.filter((each) => each.get('metrics')?.includes(',')).length
  await expect.poll(count).toBeGreaterThan(1)

  await page.keyboard.press('Space')
  const paused = count()
  await page.waitForTimeout(6000)
  expect(count()).toBe(paused)
})
