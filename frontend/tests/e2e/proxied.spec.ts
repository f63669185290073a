import { expect, test, type FrameLocator, type Page } from '@playwright/test'
import { Relay } from './relay'
import { watch } from './watch'

/** A prefix that the proxy strips without a header, as in JupyterLab. */
const PREFIX = '/user/anna/gpulse'

let relay: Relay

test.beforeEach(async ({ baseURL }) => {
  relay = new Relay(baseURL ?? '', PREFIX)
  await relay.start()
})

test.afterEach(() => relay.stop())

test('all pages and files are found below a prefix that a proxy strips', async ({ page }) => {
  const seen = watch(page)
  await page.goto(`${relay.address}gpus/0`)
  await expect(page.getByRole('main').locator('data').first()).toHaveText(/\d/)

  await page.keyboard.press('1')
  await expect(page).toHaveURL(`${relay.address}GPU-Utilization`)
  await expect(page.locator('data[data-metric="utilization.gpu"]').first()).toHaveText(/\d/)
  await page.reload()
  await expect(page.locator('data[data-metric="utilization.gpu"]').first()).toHaveText(/\d/)
  expect(seen.complaints).toEqual([])

  await page.goto(`${relay.address}nothing/deeper/`)
  await expect(page.getByRole('main')).toContainText('Page not found')
  await page.goto(`${relay.address}swagger-ui.html`)
  await page.locator('#operations-about-getStatus').click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  const before = relay.requests.length
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect.poll(() => relay.requests.slice(before)).toContain('/api/v1/status')
  expect(relay.strays).toEqual([])
})

/** A page of the same origin with a frame. */
async function embed(page: Page, path: string): Promise<FrameLocator> {
  const address = `${relay.address}parent.html`
  const frame = `<iframe src="${path}?embed=1&theme=dark" width="900" height="500"></iframe>`
  const body = `<!doctype html>${frame}`
  // Once: requests of an intercepted page are reported later than they are sent.
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 })
  await page.goto(address)
  return page.frameLocator('iframe')
}

/** Sends a message to the frame, and waits until it has been handled there. */
function send(page: Page, message: object): Promise<void> {
  return page.evaluate(
    (data) =>
      new Promise<void>((resolve) => {
        const frame = document.querySelector('iframe')?.contentWindow
        frame?.addEventListener(
          'message',
          () => {
            resolve()
          },
          { once: true },
        )
        frame?.postMessage(data, location.origin)
      }),
    message,
  )
}

test('a hidden frame sends no request and closes its stream, and resumes when it is visible', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await embed(page, 'Machine-Resources')
  const polls = () => requests.filter((each) => each.includes('/host')).length
  await expect.poll(polls).toBeGreaterThan(1)
  await expect.poll(() => relay.streams).toBe(1)

  await send(page, { gpulse: 'visible', visible: false })
  const before = requests.length
  const polled = polls()
  // Closed 10 s later, because another frame may become visible; on a busy machine later still.
  await relay.withoutStreams()
  expect(requests.slice(before)).toEqual([])

  await send(page, { gpulse: 'visible', visible: true })
  await expect.poll(() => relay.streams).toBe(1)
  await expect.poll(polls).toBeGreaterThan(polled)
})

/** Whether a canvas has a pixel of exactly the present colour of that name. */
function hasColour(canvas: HTMLCanvasElement | SVGElement | HTMLElement, name: string): boolean {
  if (!(canvas instanceof HTMLCanvasElement)) return false
  const token = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  const wanted = [1, 3, 5].map((at) => parseInt(token.slice(at, at + 2), 16))
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 255 && wanted.every((part, i) => data[at + i] === part)) return true
  }
  return false
}

test('a frame reports that it is ready, and follows the theme of its page, with its charts', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('message', ({ data }) => {
      if (data?.gpulse === 'ready') document.title = 'ready'
    })
  })
  const frame = await embed(page, 'GPU-Utilization')
  await expect(page).toHaveTitle('ready')
  await expect(frame.locator('canvas').first()).toBeVisible()
  await expect.poll(() => frame.locator('canvas').first().evaluate(hasColour, '--util')).toBe(true)

  await send(page, { gpulse: 'theme', theme: 'light' })
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect.poll(() => frame.locator('canvas').first().evaluate(hasColour, '--util')).toBe(true)
})
