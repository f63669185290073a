import { expect, test, type Page } from '@playwright/test'
import type { Gpu } from '../../src/api/types'
import { pageWidth, violations } from './page'
import { at, BEGIN } from './recorded'
import { html, json, problem, Stub } from './stub'
import { watch, type Watch } from './watch'

const SAID = 'This server asks who you are.'
const CONTROLS = 'a\u001b[31m\nb\u202egnp.exe'

let stub: Stub
let seen: Watch

test.beforeEach(async ({ page, baseURL }) => {
  stub = new Stub(baseURL ?? '')
  await stub.start()
  seen = watch(page)
})

test.afterEach(async () => {
  await stub.stop()
  // The browser itself notes every request that was refused.
  expect(seen.complaints.filter((each) => !each.startsWith('Failed to load resource'))).toEqual([])
})

function aGpu(index: number, changes: Partial<Gpu> = {}): Gpu {
  return {
    index,
    uuid: `GPU-0000000${index}`,
    name: 'NVIDIA H100 80GB HBM3',
    pciBusId: null,
    state: 'OK',
    stateSince: at(0),
    stateDetail: null,
    sampledAt: null,
    slowSampledAt: null,
    idleSince: null,
    busySince: null,
    values: { 'utilization.gpu': 40 + index, 'temperature.gpu': 50, 'power.draw': 300 },
    facts: {},
    absent: {},
    links: [],
    processes: [],
    processesOmitted: 0,
    ...changes,
  }
}

function aSnapshot(second: number, gpus: unknown[], hostname = 'lab-01', shiftMillis = 0): unknown {
  const source = { kind: 'NVML', simulated: false, driverVersion: '580', nvmlVersion: null, cudaVersion: null, reason: null }
  const takenAt = new Date(BEGIN + second * 1000 + shiftMillis).toISOString()
  const host = { hostname, values: {}, facts: {}, absent: {}, cores: [], disks: [], networks: [], processes: [] }
  const sequence = BEGIN + second
  return { sequence, takenAt, tookMillis: 8, everyMillis: 1000, view: 'core', source, gpus, host }
}

/** Opens a page whose stream is told by the test, and whose other questions are answered with the same. */
async function open(page: Page, path: string, first: unknown): Promise<void> {
  let latest = first
  stub.say = (asked, answer) => {
    if (asked === 'stream') stub.stream(answer)
    else if (asked === 'snapshot') json(answer, latest)
    else return false
    return true
  }
  const tell = stub.tell.bind(stub)
  stub.tell = (told, id) => {
    latest = told
    tell(told, id)
  }
  await page.goto(`${stub.address}${path}`)
  await expect.poll(() => stub.listeners).toBe(1)
  stub.tell(first)
}

const chip = (page: Page) => page.locator('.chip')
const banner = (page: Page) => page.locator('.banner')
const tryNow = (page: Page) => banner(page).getByRole('button', { name: 'Try now' })
const numbers = (page: Page) => page.locator('.lane .now data')

for (const status of [401, 403]) {
  test(`says that nobody is signed in, and leaves the server alone: ${status}`, async ({ page }) => {
    stub.say = (_, answer) => problem(answer, status, SAID)
    await page.goto(stub.address)

    await expect(chip(page)).toHaveText('Not signed in')
    await expect(banner(page)).toContainText(`No access. ${status === 401 ? 'Sign in to continue.' : SAID}`)
    await expect(banner(page).getByRole('link', { name: 'Sign in' })).toHaveJSProperty('href', `${stub.address}login`)
    await expect(page.locator('.bone').first()).toHaveClass(/refused/)
    expect(stub.count('stream')).toBe(1)

    await banner(page).getByRole('button', { name: 'Try now' }).click()
    await expect.poll(() => stub.count('stream')).toBe(2)
    await expect.poll(() => stub.count('status')).toBeGreaterThanOrEqual(2)
    stub.say = () => false
    // What was asked before this moment may be answered well after it, and then there is nothing to be clicked on.
    await expect(async () => {
      if (await tryNow(page).isVisible()) await tryNow(page).click({ timeout: 1000 })
      await expect(chip(page)).toContainText('Demo', { timeout: 1000 })
    }).toPass()
  })
}

for (const theme of ['dark', 'light']) {
  test(`everybody can use the ${theme} page of who is not signed in`, async ({ page }) => {
    stub.say = (_, answer) => problem(answer, 401, SAID)
    await page.goto(`${stub.address}?theme=${theme}`)
    await expect(chip(page)).toHaveText('Not signed in')

    expect(await violations(page)).toEqual([])
  })
}

test('says in the words of the server that there is no room, and waits as long as it says', async ({ page }) => {
  stub.say = (path, answer) =>
    path === 'stream' && problem(answer, 503, 'All 512 places are taken.', { 'Retry-After': '40' })
  await page.goto(`${stub.address}GPU-Utilization`)

  await expect(banner(page)).toContainText('gpulse cannot send data right now. All 512 places are taken.')
  await expect(chip(page)).toContainText(/retry 1 in (40|3\d)/)
})

test('knows the page of a proxy from the answer of gpulse', async ({ page }) => {
  stub.say = (_, answer) => html(answer)
  await page.goto(`${stub.address}GPU-Utilization`)
  await expect(banner(page)).toContainText('The response did not come from gpulse.')
  await expect(banner(page)).toContainText('text/html')

  stub.say = () => false
  await banner(page).getByRole('button', { name: 'Try now' }).click()
  await expect(numbers(page).first()).toHaveText(/\d/)
  await expect(banner(page)).not.toContainText('Something else')
})

test('survives a stream of nonsense, and goes on with the first thing it can read', async ({ page }) => {
  await open(page, 'GPU-Utilization', 'no JSON')
  for (const nonsense of ['<html>', '[]', '{"gpus":[]}', 'null', '{"error":"x"}']) stub.tell(nonsense)
  await expect(banner(page)).toContainText('The data from gpulse could not be read.')

  stub.tell(aSnapshot(1, [{ index: 0 }, { name: 'placeless' }, aGpu(1), 7]))
  await expect(page.locator('.troubled')).toContainText('GPU cannot be read')
  await expect(numbers(page).last()).toHaveText(/41/)
  await expect(chip(page)).toContainText('Live')
  await expect(banner(page)).toContainText('GPU 0 cannot be read.')
  await expect(banner(page)).not.toContainText('could not be read')
})

for (const hours of [-1, 1]) {
  test(`goes by the clock of the server, also when it jumps by ${hours} h`, async ({ page }) => {
    await open(page, 'GPU-Utilization', aSnapshot(1, [aGpu(0)]))
    await expect(numbers(page).last()).toHaveText(/40/)

    stub.tell(aSnapshot(2, [aGpu(0, { values: { 'utilization.gpu': 77 } })], 'lab-01', hours * 3_600_000))

    await expect(numbers(page).last()).toHaveText(/77/)
    await expect(chip(page)).toContainText('Live')
  })
}

test('lets GPUs come, go and change their places', async ({ page }) => {
  await open(page, 'GPU-Utilization', aSnapshot(1, []))
  await expect(page.getByRole('heading', { name: /No GPU found/ })).toBeVisible()
  await expect(chip(page)).toContainText('No GPU')

  const rows = page.locator('.lanes [role=rowheader]')
  stub.tell(aSnapshot(2, [aGpu(0), aGpu(1)]))
  await expect(rows).toHaveCount(3)
  stub.tell(aSnapshot(3, [aGpu(0, { index: 1 }), aGpu(1, { index: 0 })]))
  await expect(numbers(page).nth(1)).toHaveText(/4[01]/)
  stub.tell(aSnapshot(4, [aGpu(1, { index: 0, values: { 'utilization.gpu': 41 } })]))
  await expect(rows).toHaveCount(1)
  await expect(numbers(page)).toHaveText(/41/)
})

test('says of an address without a GPU which GPUs there are', async ({ page }) => {
  await open(page, 'gpus/99', aSnapshot(1, [aGpu(0), aGpu(1)]))

  await expect(page.getByRole('main')).toContainText('99')
  await expect(page.getByRole('main').getByRole('link', { name: 'GPU 1' })).toBeVisible()
})

test('shows no number of a GPU that tells nothing, whatever its reasons', async ({ page }) => {
  const reasons = ['NOT_SUPPORTED', 'NO_PERMISSION', 'TIMED_OUT', 'ERROR', 'NO_DATA', 'UNHEARD_OF'] as const
  const keys = ['utilization.gpu', 'memory.used', 'temperature.gpu', 'power.draw', 'clocks.current.sm', 'processes.running']
  const absent = Object.fromEntries(keys.map((key, i) => [key, reasons[i]])) as Gpu['absent']
  await open(page, '', aSnapshot(1, [aGpu(0), aGpu(1, { values: {}, absent })]))
  const row = page.locator('.gpus tbody tr').nth(1)

  await expect(row).toContainText('no access')
  await expect(row).toContainText('error')
  await expect(row.locator('data')).toHaveCount(0)
})

test('fits long and hostile names', async ({ page }) => {
  const process = { pid: 7, type: 'COMPUTE', name: CONTROLS, startedAt: null, values: {}, facts: { user: 'me' }, absent: {} }
  const gpus = [aGpu(0, { processes: [process as Gpu['processes'][number]] }), aGpu(1)]
  await open(page, '', aSnapshot(1, gpus, 'h'.repeat(200)))

  await expect(page.locator('.gpus tbody')).toContainText('a␛[31m␊b\ufffdgnp.exe')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => pageWidth(page)).toBeLessThanOrEqual(width)
    await expect(chip(page)).toBeInViewport()
  }
})

test('nothing moves when the first snapshot arrives', async ({ page }) => {
  const first = aSnapshot(1, Array.from({ length: 8 }, (_, index) => aGpu(index)))
  stub.say = (path, answer, query) => {
    if (path === 'stream') stub.stream(answer)
    // The newest snapshot is not to be had beside the stream.
    return path === 'stream' || (path === 'snapshot' && (query.has('view') || json(answer, first)))
  }
  await page.goto(stub.address)
  await expect(page.locator('[aria-busy=true] .strip')).toBeVisible()
  const box = async (what: string) => page.locator(what).first().boundingBox()
  const parts = ['.strip', '.strip .cell:nth-child(4)', '.gpus', '.gpus .c-util', '.gpus tbody tr:nth-child(5)']
  const before = await Promise.all(parts.map(box))

  stub.tell(first)
  await expect(page.locator('.gpus tbody data').first()).toBeVisible()
  const after = await Promise.all(parts.map(box))

  expect(after.map((each) => [each?.x, each?.y, each?.width])).toEqual(before.map((each) => [each?.x, each?.y, each?.width]))
})
