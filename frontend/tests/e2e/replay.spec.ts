import { expect, test, type Page } from '@playwright/test'
import { snapshot, type Changes } from './recorded'
import { json, Stub } from './stub'
import { watch, type Watch } from './watch'

/** A server that has counted seconds for so long when the first page opens, and goes on counting. */
const RING = 300

let stub: Stub
let seen: Watch
let began: number

test.beforeEach(async ({ page, baseURL }) => {
  stub = new Stub(baseURL ?? '')
  await stub.start()
  seen = watch(page)
  began = Date.now()
  stub.say = (asked, answer) => {
    if (asked === 'stream') stub.stream(answer)
    else if (asked === 'snapshot') json(answer, taken(now()))
    else return false
    return true
  }
})

test.afterEach(async () => {
  await stub.stop()
  expect(seen.complaints.filter((each) => !each.startsWith('Failed to load resource'))).toEqual([])
})

function now(): number {
  return RING + Math.floor((Date.now() - began) / 1000)
}

const UTILIZATION: Changes = { 0: () => ({ values: { 'utilization.gpu': 31 } }) }

function taken(second: number) {
  const changes: Changes = second < RING ? UTILIZATION : { 0: () => ({ values: { 'utilization.gpu': 77 } }) }
  return snapshot(1, second, changes, {})
}

const chip = (page: Page) => page.locator('.chip')
const numbers = (page: Page) => page.locator('.lane .now data')

/** As the page writes the time of a second; both are in the zone of this machine. */
function clock(second: number): string {
  return new Date(taken(second).takenAt).toLocaleTimeString('en-GB')
}

/** What a slow link lets through: the next comes when the page has told how far it is. */
async function replay(pages: Page[], from: number, to: number): Promise<void> {
  for (let second = from; second <= to; second++) {
    stub.tell(taken(second), String(taken(second).sequence))
    for (const page of pages) await expect(chip(page)).toHaveText(`Catching upat ${clock(second)}`)
  }
}

async function isLive(page: Page): Promise<void> {
  await expect(chip(page)).toContainText('Live')
  await expect(numbers(page).last()).toHaveText('77\u202f%')
}

/** Returns which second that was. */
function tellNow(): number {
  const second = now()
  stub.tell(taken(second), String(taken(second).sequence))
  return second
}

for (const path of ['GPU-Utilization', 'GPU-Utilization?embed=1']) {
  test(`prints nothing of the past as new while it comes slowly: ${path}`, async ({ page }) => {
    await page.goto(`${stub.address}${path}`)
    await expect.poll(() => stub.listeners).toBe(1)

    await replay([page], 1, 5)
    await expect(numbers(page)).toHaveCount(0)
    if (!path.includes('embed')) await expect(page).toHaveTitle('Catching up · GPU utilization · gpulse')

    tellNow()
    await isLive(page)
  })
}

test('a second tab is told too that the past is being replayed', async ({ page, context }) => {
  await page.goto(`${stub.address}GPU-Utilization`)
  await expect.poll(() => stub.listeners).toBe(1)
  await replay([page], 1, 2)

  const second = await context.newPage()
  await second.goto(`${stub.address}GPU-Utilization`)
  await replay([page, second], 3, 5)
  expect(await numbers(second).count()).toBe(0)

  tellNow()
  await isLive(page)
  await isLive(second)
})

test('after an outage the old numbers are old until the newest are there', async ({ page }) => {
  began -= 60_000
  await page.goto(`${stub.address}GPU-Utilization`)
  await expect.poll(() => stub.listeners).toBe(1)
  const last = tellNow()
  await isLive(page)

  stub.drop()
  await expect(chip(page)).toContainText('Reconnecting')
  began -= 120_000
  await expect.poll(() => stub.listeners).toBe(1)
  await replay([page], last + 1, last + 5)

  await expect(page.locator('.lane .now .stale').last()).toBeVisible()
  await expect(page).toHaveTitle('Catching up · GPU utilization · gpulse')
  await expect(page.locator('.banner')).toContainText(`Showing values of ${clock(last)}.`)
  tellNow()
  await isLive(page)
  await expect(page.locator('.banner')).toBeHidden()
})
