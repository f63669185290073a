import { expect, test, type Page } from '@playwright/test'
import { anEvent, playIncidents, type IncidentServer } from './incidents'
import { ago, gpu } from './insight-scene'
import { fitsEveryWindow, pageWidth, violations } from './page'
import { playPast } from './past'
import { BUSY, play, tellBeside } from './recorded'
import { watch } from './watch'

const rows = (page: Page) => page.locator('.event')
const kinds = (page: Page, name: string) => page.getByRole('group', { name: 'Kind' }).getByRole('button', { name })
const MINUTE = 60_000
/** 19 events and two marks. */
const ALL = 21

async function opened(page: Page, path = 'Events'): Promise<IncidentServer> {
  await play(page, 8, BUSY)
  await playPast(page)
  const server = await playIncidents(page)
  await page.goto(path)
  return server
}

function fresh(id: number) {
  return anEvent({ id, at: ago(-id), title: `Fresh ${id}`, gpu: gpu(1) })
}

test('what happened is there by day, the newest first, with marks among it', async ({ page }) => {
  const seen = watch(page)
  await opened(page)
  await expect(rows(page)).toHaveCount(ALL)

  await expect(page.locator('.day th')).toHaveText([/^Today, Sunday 1 March$/, /^Yesterday, Saturday 28 February$/])
  await expect(rows(page).first()).toHaveText(/^\s*\d\d:\d\d:\d\d\s*GPU 7\s*Clocks\s*Power cap for 61 s.*60\ss\s*$/)
  await expect(rows(page).nth(1)).toContainText('rule idle-allocated')
  await expect(rows(page).filter({ hasText: 'train.py × 4' })).toContainText('GPU 0–3')
  await expect(rows(page).filter({ hasText: 'run starts' })).toContainText('Mark')
  await expect(page.getByRole('img', { name: /^Events of the last 24 hours: 20, of them 1 critical and 2 warnings$/ })).toBeVisible()
  expect(seen.complaints).toEqual([])
})

test('an Xid says what it means, who may be to blame and what to do', async ({ page }) => {
  await opened(page)
  const xid = rows(page).filter({ hasText: 'Xid 79' })
  await expect(xid).toContainText('PCIe bus, power supply, temperature')
  await expect(xid).toContainText('×2')

  const title = xid.getByRole('button', { name: /fallen off the bus/ })
  await title.click()
  await expect(title).toHaveAttribute('aria-expanded', 'true')
  await expect(page.locator('.more')).toContainText(/Meaning\s*The driver cannot reach.*What to do\s*Drain the machine.*PID\s*41102/)
  await title.press('Enter')
  await expect(page.locator('.more')).toHaveCount(0)
})

test('is narrowed by kind, GPU and words, and a link shows what its sender saw', async ({ page, context }) => {
  const server = await opened(page)
  await kinds(page, 'Errors').click()
  await expect(rows(page)).toHaveCount(1)
  expect(server.asked.at(-1)?.get('kinds')).toContain('xid,')
  await kinds(page, 'Marks').click()
  await expect(rows(page)).toHaveCount(2)
  await kinds(page, 'All').click()

  await page.keyboard.press('/')
  await page.keyboard.type('eval ended')
  await expect(rows(page)).toHaveCount(12)
  await rows(page).getByRole('button', { name: 'GPU 2', exact: true }).first().click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('group', { name: 'Range' }).getByRole('button', { name: '7 d' }).click()
  await expect(page).toHaveURL(/q=eval(\+|%20)ended/)

  const other = await context.newPage()
  await play(other, 8, BUSY)
  await playPast(other)
  const seen = await playIncidents(other)
  await other.goto(page.url())
  await expect(rows(other)).toHaveCount(2)
  expect(Object.fromEntries(seen.asked.find((asked) => asked.has('gpus')) ?? [])).toMatchObject({ range: '7d', gpus: '2' })

  await page.getByRole('button', { name: /Only GPU 2/ }).click()
  await expect(rows(page)).toHaveCount(12)
  await page.getByRole('searchbox').fill('nothing like it')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rows(page)).toHaveCount(ALL)
})

test('older ones come page by page', async ({ page }) => {
  await play(page, 8, BUSY)
  await playPast(page)
  const server = await playIncidents(page)
  server.events = Array.from({ length: 250 }, (_, i) => anEvent({ id: 1000 - i, at: ago((i + 1) * MINUTE), title: `Event ${i}` }))
  await page.goto('Events?kinds=processes')
  await expect(rows(page)).toHaveCount(200)

  await page.getByRole('button', { name: 'Show older' }).click()
  await expect(rows(page)).toHaveCount(250)
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0)
  expect(server.asked.at(-1)?.get('before')).toBe('801')
})

test('new ones come on top, and wait while somebody reads further down', async ({ page }) => {
  await opened(page)
  await expect(rows(page)).toHaveCount(ALL)
  await tellBeside(page, 'gpu-event', fresh(101))
  await expect(rows(page).first()).toContainText('Fresh 101')

  await page.setViewportSize({ width: 1440, height: 500 })
  await page.evaluate(() => {
    scrollTo(0, 300)
  })
  const read = rows(page).nth(9)
  const before = await read.boundingBox()
  for (const id of [102, 103, 104]) await tellBeside(page, 'gpu-event', fresh(id))
  await expect(page.getByRole('button', { name: '3 new' })).toBeVisible()
  expect(await read.boundingBox()).toEqual(before)

  await page.getByRole('button', { name: '3 new' }).click()
  await expect(rows(page).first()).toContainText('Fresh 104')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('one that changes does so in its place', async ({ page }) => {
  const server = await opened(page)
  await expect(rows(page)).toHaveCount(ALL)
  const [first] = server.events
  await tellBeside(page, 'gpu-event', { ...first, sequence: (first?.sequence ?? 0) + 1e6, title: 'It is over' })

  await expect(rows(page).first()).toContainText('It is over')
  await expect(rows(page)).toHaveCount(ALL)
})

for (const [status, sentence] of [
  [404, 'This gpulse has no events.'],
  [503, 'Events are not available now.'],
  [500, 'Events could not be loaded: As the server tells it.'],
] as const) {
  test(`says that there are none: ${status}`, async ({ page }) => {
    await play(page, 8, BUSY)
    await playPast(page)
    const server = await playIncidents(page)
    server.status = status
    await page.goto('Events')

    await expect(page.locator('.service-notice')).toContainText(sentence)
    expect(await violations(page)).toEqual([])
  })
}

test('a key leads to it', async ({ page }) => {
  await opened(page, './')
  await expect(page.locator('.c-util data').first()).toHaveText(/\d/)
  await page.keyboard.press('e')

  await expect(page.getByRole('heading', { name: 'Events' })).toBeVisible()
})

test('speaks Chinese where the server does', async ({ page }) => {
  await opened(page, 'Events?lang=zh')

  await expect(rows(page).first()).toContainText('触及功耗墙 61 秒')
  await expect(page.locator('.day th').first()).toHaveText(/^今天，3月1日星期日$/)
  await expect(page.locator('main')).not.toContainText(/event\w*\./)
})

for (const theme of ['dark', 'light']) {
  test(`everybody can use it in the ${theme} theme`, async ({ page }) => {
    await opened(page, `Events?theme=${theme}`)
    await rows(page).filter({ hasText: 'Xid 79' }).getByRole('button', { name: /fallen/ }).click()
    expect(await violations(page)).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
  })
}

test('fits every window', async ({ page }) => {
  await opened(page)
  await expect(rows(page)).toHaveCount(ALL)
  await fitsEveryWindow(page)
})

test('stands alone in a frame', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 160 })
  await opened(page, 'Events?embed=1&panel=list&kinds=errors')
  await expect(rows(page)).toHaveCount(1)
  expect(await pageWidth(page)).toBeLessThanOrEqual(320)

  await page.goto('Events?embed=1&panel=density')
  await expect(page.locator('main canvas')).toBeInViewport({ ratio: 0.99 })
})
