import { expect, test, type Page } from '@playwright/test'
import { snapshot } from '../../src/testing/machine'
import { pageWidth } from './page'
import { open, play } from './recorded'
import { json, problem, Stub } from './stub'
import { watch } from './watch'

/** Number of running animations in placeholders. */
function animations(page: Page): Promise<number> {
  return page.locator('[aria-busy=true]').evaluate((waiting) => waiting.getAnimations({ subtree: true }).length)
}

let stub: Stub

test.beforeEach(async ({ baseURL }) => {
  stub = new Stub(baseURL ?? '')
  await stub.start()
})

test.afterEach(() => stub.stop())

test('nothing moves when the first snapshot arrives, and placeholders are not animated without a session', async ({
  page,
}) => {
  const seen = watch(page)
  const first = snapshot(1)
  stub.respond = (path, response, query) => {
    if (path === 'stream') stub.stream(response)
    // Only the stream has the newest snapshot; limits are available, and the first response is slow.
    return (
      path === 'stream' || path === 'start' || (path === 'snapshot' && (query.has('view') || json(response, first)))
    )
  }
  await page.goto(stub.address)
  await expect(page.locator('[aria-busy=true]')).toBeVisible()
  expect(await animations(page)).toBeGreaterThan(0)
  await expect.poll(() => stub.listeners).toBe(1)
  const parts = [
    page.getByTestId('cell').first(),
    page.getByTestId('cell').nth(3),
    page.getByTestId('cell').last(),
    page.getByRole('main').getByRole('table'),
    page.getByRole('columnheader', { name: 'Utilization' }),
    page.getByRole('main').getByRole('row').nth(5),
  ]
  const boxes = async () => {
    const found = await Promise.all(parts.map((part) => part.boundingBox()))
    return found.map((box) => [box?.x, box?.y, box?.width])
  }
  const before = await boxes()
  expect(before.flat()).not.toContain(undefined)

  const number = page.getByRole('table', { name: 'GPUs' }).locator('data').first()
  // In each round, as a server does: a busy page may change to a stream of its own in between.
  const seesNumber = () => {
    stub.send(first)
    return number.isVisible()
  }
  await expect.poll(seesNumber).toBe(true)
  expect(await boxes()).toEqual(before)

  stub.respond = (_, response) => problem(response, 401, 'This server requires authentication.')
  await page.reload()
  await expect(page.getByTestId('connection')).toHaveText('Not signed in')
  await expect.poll(() => animations(page)).toBe(0)
  // The browser reports every refused request.
  expect(seen.complaints.filter((each) => !each.startsWith('Failed to load resource'))).toEqual([])
})

test('long and hostile names fit', async ({ page }) => {
  const process = {
    pid: 7,
    type: 'COMPUTE',
    name: 'a\u001b[31m\nb\u202egnp.exe',
    startedAt: null,
    group: null,
    values: {},
    facts: {},
    absent: {},
  } as const
  await play(page, 2, { 0: () => ({ processes: [process] }) }, {}, { hostname: 'h'.repeat(200) })
  await open(page, '')

  await expect(page.getByRole('table', { name: 'GPUs' })).toContainText('a␛[31m␊b\ufffdgnp.exe')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => pageWidth(page)).toBeLessThanOrEqual(width)
    await expect(page.getByTestId('connection')).toBeInViewport()
  }
})
