import { expect, test, type Frame, type Page } from '@playwright/test'
import { snapshot } from '../../src/testing/machine'
import { Relay } from './relay'
import { json, Stub } from './stub'
import { watch } from './watch'

const EMBEDS = 8

/** Snapshot of a GPU whose utilization is the number of the second. */
function taken(second: number) {
  return snapshot(second, { gpus: 1, changes: { 0: () => ({ values: { 'utilization.gpu': second } }) } })
}

async function shows(place: Page | Frame, percent: number): Promise<void> {
  await expect(place.getByRole('main').locator('[data-metric="utilization.gpu"]').last()).toContainText(`${percent}`)
}

/** A page that has samples needs no replay. */
const NO_SAMPLES = { from: 0, t: [], series: [] }

/** A notebook of the user on the same server, with several dashboards. */
async function openNotebook(page: Page, server: string): Promise<Frame[]> {
  const frame = '<iframe src="GPU-Utilization?embed=1" width="320" height="160"></iframe>'
  await page.route('**/notebook', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>x</title>${frame.repeat(EMBEDS)}` }),
  )
  await page.goto(`${server}notebook`)
  return page.frames().filter((each) => each !== page.mainFrame())
}

test.describe('a server whose stream the test controls', () => {
  let stub: Stub
  let second: number

  test.beforeEach(async ({ baseURL }) => {
    stub = new Stub(baseURL ?? '')
    second = 10
    stub.respond = (path, response, query) => {
      if (path === 'stream' && query.has('lastEventId')) stub.replay(response, query.get('lastEventId') ?? '')
      else if (path === 'stream') stub.stream(response)
      else if (path === 'snapshot') json(response, taken(second))
      else if (path === 'start') json(response, { snapshot: taken(second), samples: NO_SAMPLES, insights: null })
      else return false
      return true
    }
    await stub.start()
  })

  test.afterEach(() => stub.stop())

  /** Sends the next snapshot to every open stream. */
  function send(): number {
    const next = taken(++second)
    stub.send(next, String(next.sequence))
    return second
  }

  test('eight dashboards in one page share one stream', async ({ page }) => {
    const { complaints } = watch(page)
    const opened = openNotebook(page, stub.address)
    await expect.poll(() => stub.listeners).toBe(1)
    // Before all are open: a stream without events for 5 s is abandoned if the server has a snapshot.
    const next = send()
    const frames = await opened
    expect(frames).toHaveLength(EMBEDS)
    for (const frame of frames) await shows(frame, next)
    expect(stub.listeners).toBe(1)
    expect(await page.evaluate(async () => (await fetch('api/v1/status')).status)).toBe(200)
    expect(complaints).toEqual([])
  })

  test('a second tab opens no stream, and the stream ends with the last tab', async ({ page, context }) => {
    await page.goto(`${stub.address}GPU-Utilization`)
    await expect.poll(() => stub.listeners).toBe(1)
    send()
    const other = await context.newPage()
    const streams: string[] = []
    other.on('request', (request) => {
      if (request.url().includes('/stream')) streams.push(request.url())
    })
    await other.goto(`${stub.address}GPU-Utilization`)
    await shows(other, second)
    await page.close()
    await shows(other, send())
    expect(streams).toEqual([])
    expect(stub.listeners).toBe(1)

    await other.close()
    await expect.poll(() => stub.listeners).toBe(0)
  })

  test('without a worker each tab has its own stream', async ({ context, page }) => {
    await context.addInitScript(() => {
      Object.defineProperty(window, 'SharedWorker', { value: undefined })
    })
    await page.goto(`${stub.address}GPU-Utilization`)
    await expect.poll(() => stub.listeners).toBe(1)
    const other = await context.newPage()
    await other.goto(`${stub.address}GPU-Utilization`)

    await expect.poll(() => stub.listeners).toBe(2)
    await other.close()
    await expect.poll(() => stub.listeners).toBe(1)
    await shows(page, send())
  })
})

test.describe('through a proxy', () => {
  let relay: Relay

  test.beforeEach(async ({ baseURL }) => {
    relay = new Relay(baseURL ?? '')
    await relay.start()
  })

  test.afterEach(() => relay.stop())

  test('the page reconnects to a restarted server', async ({ page }) => {
    const state = page.getByTestId('connection')
    await page.goto(`${relay.address}GPU-Utilization`)
    await expect(state).toContainText('Demo')

    await relay.stop()
    await expect(state).toContainText('Reconnecting')
    await relay.start()

    await expect(state).toContainText('Demo')
    await expect.poll(() => relay.streams).toBe(1)
  })

  test('numbers are current behind a proxy that buffers the stream', async ({ page }) => {
    relay.buffers = true
    await page.goto(`${relay.address}GPU-Utilization`)

    // The page requests one snapshot after another.
    await expect.poll(() => relay.snapshots).toBeGreaterThan(1)
    await expect(page.getByTestId('connection')).toContainText('Demo')
    await expect(page.getByRole('main').locator('data').first()).toHaveText(/\d/)
    expect(relay.streams).toBe(0)
  })
})
