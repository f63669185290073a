import { expect, test, type Frame, type Page } from '@playwright/test'
import { Relay } from './relay'
import { watch } from './watch'

const EMBEDS = 8

async function subscribers(page: Page): Promise<number> {
  const response = await page.request.get('api/v1/status')
  return ((await response.json()) as { stream: { subscribers: number } }).stream.subscribers
}

/** Its numbers change by themselves. */
async function lives(place: Page | Frame): Promise<void> {
  const numbers = place.locator('.lane .now data')
  await expect(numbers.first()).toHaveText(/\d/)
  const before = await numbers.allInnerTexts()
  await expect.poll(() => numbers.allInnerTexts()).not.toEqual(before)
}

/** A page of somebody's own, on the same server, full of dashboards. */
async function openEmbeds(page: Page): Promise<Frame[]> {
  const frame = '<iframe src="GPU-Utilization?embed=1" width="320" height="160"></iframe>'
  await page.route('**/notebook', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>x</title>${frame.repeat(EMBEDS)}` }),
  )
  await page.goto('notebook')
  return page.frames().filter((each) => each !== page.mainFrame())
}

test('eight dashboards in one page share one stream', async ({ page }) => {
  const seen = watch(page)
  const frames = await openEmbeds(page)
  expect(frames).toHaveLength(EMBEDS)
  await Promise.all(frames.map(lives))

  await expect.poll(() => subscribers(page)).toBe(1)
  const asked = await page.evaluate(async () => (await fetch('api/v1/status')).status)
  expect(asked).toBe(200)
  expect(seen.complaints).toEqual([])
})

test('a second tab has the past at once', async ({ page, context }) => {
  await page.goto('GPU-Utilization')
  await lives(page)
  const second = await context.newPage()
  const streams: string[] = []
  second.on('request', (request) => {
    if (request.url().includes('/stream')) streams.push(request.url())
  })
  await second.goto('GPU-Utilization')
  await lives(second)

  expect(streams).toEqual([])
  await expect.poll(() => subscribers(page)).toBe(1)
})

test('the stream ends with the last tab', async ({ page, context }) => {
  await page.goto('GPU-Utilization')
  await lives(page)
  const other = await context.newPage()
  await page.close()

  await expect.poll(() => subscribers(other), { timeout: 30_000 }).toBe(0)
})

test('without a worker each tab has its own stream', async ({ context, page }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'SharedWorker', { value: undefined })
  })
  await page.goto('GPU-Utilization')
  await lives(page)
  const other = await context.newPage()
  await other.goto('GPU-Utilization')
  await lives(other)

  await expect.poll(() => subscribers(page)).toBe(2)
  await other.close()
  await expect.poll(() => subscribers(page)).toBe(1)
  await lives(page)
})

test.describe('through a proxy', () => {
  let relay: Relay

  test.beforeEach(async ({ baseURL }) => {
    relay = new Relay(baseURL ?? '')
    await relay.start()
  })

  test.afterEach(async () => {
    await relay.stop()
  })

  test('a server that goes away and comes back is found again', async ({ page }) => {
    await page.goto(`${relay.address}GPU-Utilization`)
    await lives(page)

    await relay.stop()
    await expect(page.locator('.chip')).toContainText('Reconnecting')
    await relay.start()

    await expect(page.locator('.chip')).toContainText('Demo')
    await lives(page)
    await expect.poll(() => relay.streams).toBe(1)
  })

  test('a proxy that collects the stream does not stop the numbers', async ({ page }) => {
    relay.collects = true
    await page.goto(`${relay.address}GPU-Utilization`)
    await lives(page)

    await expect(page.locator('.chip')).toContainText('Demo')
    expect(relay.streams).toBe(0)
  })
})
