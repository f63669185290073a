import { expect, test, type Locator, type Page } from '@playwright/test'
import { snapshot, type Changes } from '../../src/testing/machine'
import { json, problem, Stub } from './stub'
import { watch, type Watch } from './watch'

/** Number of sampled seconds before the page opens. */
const RING = 300

let stub: Stub
let seen: Watch
/** The newest second of the server. */
let now: number
let isFull: boolean

test.beforeEach(async ({ page, baseURL }) => {
  stub = new Stub(baseURL ?? '')
  await stub.start()
  seen = watch(page)
  now = RING
  isFull = false
  stub.respond = (path, response, query) => {
    const after = query.get('lastEventId')
    if (path === 'stream' && isFull) return problem(response, 503, 'All places are taken.', { 'Retry-After': '600' })
    if (path === 'stream' && after !== null) stub.replay(response, after)
    else if (path === 'stream') stub.stream(response)
    else if (path === 'snapshot') json(response, taken(now))
    // Without samples the page requests a replay.
    else if (path === 'start') json(response, { snapshot: taken(now), samples: null, insights: null })
    else return false
    return true
  }
})

test.afterEach(async () => {
  await stub.stop()
  expect(seen.complaints.filter((each) => !each.startsWith('Failed to load resource'))).toEqual([])
})

/** A snapshot of a machine with a long sampling interval, so that it is current during the whole test. */
function taken(second: number) {
  const changes: Changes = { 0: () => ({ values: { 'utilization.gpu': second < RING ? 31 : 77 } }) }
  return { ...snapshot(second, { gpus: 1, changes }), everyMillis: 60_000 }
}

const idOf = (second: number) => String(taken(second).sequence)

/** Cell of the only GPU, by its place in the row. */
function cell(page: Page, place: number): Locator {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .getByRole('cell')
    .nth(place)
}
const current = (page: Page) => cell(page, 1)
const mean = (page: Page) => cell(page, 3)

async function isLive(page: Page): Promise<void> {
  await expect(page.getByTestId('connection')).toContainText('Live')
  await expect(current(page)).toHaveText('77\u202f%')
}

function send(second: number): void {
  now = second
  stub.send(taken(second), idOf(second))
}

test('a frame shows the newest snapshot before its stream, and fills in the past without showing it as new', async ({
  page,
}) => {
  await page.goto(`${stub.address}GPU-Utilization?embed=1&range=5m`)
  // The stream has sent nothing yet.
  await isLive(page)
  await expect(mean(page)).toHaveText('77\u202f%')
  await expect.poll(() => stub.listeners).toBe(1)
  send(RING)
  await expect.poll(() => stub.resumedAfter).toEqual(['1'])

  for (let second = 150; second < 280; second++) stub.sendPast(taken(second), idOf(second))
  stub.sendPast(taken(RING), idOf(RING))
  await expect.poll(() => stub.resumedAfter).toEqual([])
  await isLive(page)
  send(RING + 1)
  await expect(mean(page)).toHaveText('32\u202f%')
  await isLive(page)
})

test('tabs share a stream, which resumes after its last event', async ({ page, context }) => {
  await page.goto(`${stub.address}GPU-Utilization`)
  await expect.poll(() => stub.listeners).toBe(1)
  send(RING)
  await expect.poll(() => stub.resumedAfter).toEqual(['1'])
  const second = await context.newPage()
  await second.goto(`${stub.address}GPU-Utilization`)
  await isLive(second)
  // Each page requests what it lacks.
  await expect.poll(() => stub.resumedAfter).toEqual(['1', '1'])
  stub.sendPast(taken(5), idOf(5))
  await isLive(page)
  expect(stub.listeners).toBe(1)
  stub.sendPast(taken(RING), idOf(RING))
  await expect.poll(() => stub.resumedAfter).toEqual([])

  isFull = true
  stub.drop()
  await expect(page.getByTestId('connection')).toContainText('Reconnecting')
  await expect(page.getByTestId('banner')).toContainText('All places are taken.')
  isFull = false
  now = RING + 120
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect.poll(() => stub.listeners).toBe(1)
  send(now)

  await isLive(page)
  await isLive(second)
  await expect(page.getByTestId('banner')).toBeHidden()
  await expect.poll(() => stub.resumedAfter).toEqual([idOf(RING)])
})
