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
  stub.say = (asked, answer, query) => {
    const after = query.get('lastEventId')
    if (asked === 'stream' && after !== null) stub.replay(answer, after)
    else if (asked === 'stream') stub.stream(answer)
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

function idOf(second: number): string {
  return String(taken(second).sequence)
}

/** As the page writes the time of a second; both are in the zone of this machine. */
function clock(second: number): string {
  return new Date(taken(second).takenAt).toLocaleTimeString('en-GB')
}

async function isLive(page: Page): Promise<void> {
  await expect(chip(page)).toContainText('Live')
  await expect(numbers(page).last()).toHaveText('77\u202f%')
}

function tell(second: number): number {
  stub.tell(taken(second), idOf(second))
  return second
}

/** What is drawn of the past, as a picture. */
function pictureOf(page: Page): Promise<string> {
  return page.locator('.lane canvas').last().evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
}

for (const path of ['GPU-Utilization', 'GPU-Utilization?embed=1']) {
  test(`the newest is shown while the past comes slowly, and none of that as new: ${path}`, async ({ page }) => {
    await page.goto(`${stub.address}${path}`)
    // Before the stream has said anything.
    await isLive(page)
    await expect.poll(() => stub.listeners).toBe(1)
    const first = tell(now())
    await expect.poll(() => stub.asksForPast).toEqual(['1'])
    const empty = await pictureOf(page)

    for (let second = 150; second < 280; second++) {
      stub.tellPast(taken(second), idOf(second))
      if (second % 20 === 0) await isLive(page)
    }
    await expect.poll(() => pictureOf(page)).not.toBe(empty)
    await isLive(page)

    stub.tellPast(taken(first), idOf(first))
    await expect.poll(() => stub.asksForPast).toEqual([])
  })
}

test('a second tab has the newest at once too, and asks for no past of its own', async ({ page, context }) => {
  await page.goto(`${stub.address}GPU-Utilization`)
  await expect.poll(() => stub.listeners).toBe(1)
  tell(now())
  await expect.poll(() => stub.asksForPast).toEqual(['1'])

  const second = await context.newPage()
  await second.goto(`${stub.address}GPU-Utilization`)
  await isLive(second)
  stub.tellPast(taken(5), idOf(5))

  await isLive(page)
  expect([stub.listeners, stub.asksForPast]).toEqual([1, ['1']])
})

test('after an outage the newest is there at once, and what was missed is asked for', async ({ page }) => {
  await page.goto(`${stub.address}GPU-Utilization`)
  await expect.poll(() => stub.listeners).toBe(1)
  const last = tell(now())
  await isLive(page)
  await expect.poll(() => stub.asksForPast).toEqual(['1'])
  stub.tellPast(taken(last), idOf(last))
  await expect.poll(() => stub.asksForPast).toEqual([])

  stub.drop()
  await expect(chip(page)).toContainText('Reconnecting')
  began -= 120_000
  await expect.poll(() => stub.listeners).toBe(1)
  tell(now())

  await isLive(page)
  await expect(page.locator('.banner')).toBeHidden()
  await expect.poll(() => stub.asksForPast).toContain(idOf(last))
})

test('what a stalled link held back is not printed as new', async ({ page }) => {
  await page.goto(`${stub.address}GPU-Utilization`)
  await expect.poll(() => stub.listeners).toBe(1)
  const last = tell(now())
  await isLive(page)
  // Nothing comes through, not even what is asked for beside the stream.
  stub.say = () => true
  await expect(chip(page)).toContainText('6 s ago')

  tell(last + 1)
  await expect(chip(page)).toHaveText(`Catching upat ${clock(last + 1)}`)
  await expect(page).toHaveTitle('Catching up · GPU utilization · gpulse')
  await expect(page.locator('.lane .now .stale').last()).toBeVisible()

  tell(now())
  await isLive(page)
})
