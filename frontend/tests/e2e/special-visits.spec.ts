import { expect, test, type Page } from '@playwright/test'
import { BLIND, LARGE } from '../../src/testing/large-host'
import { LinkServer } from '../../src/testing/link-server'
import { BROKEN, BUSY, type Changes } from '../../src/testing/machine'
import { PastServer } from '../../src/testing/past'
import { NARROW } from '../../src/testing/pcie-limits'
import { IncidentServer } from '../../src/testing/incident-server'
import { ok, refused } from '../../src/testing/api'
import { addresses, ALL_APPEARANCES, fitsEveryWindow, isAccessible, violations, WITH_NUMBERS } from './page'
import { foreignWords } from './chinese'
import { answer, follow, open, play, replay, ticking, whenSettled } from './recorded'
import { problem, Stub } from './stub'
import { isThorough } from './thorough'

/** States of pages that `visits.spec.ts` does not cover: each is accessible and fits every window. */
interface State {
  name: string
  prepare: (page: Page) => Promise<void>
}

const ACTIVE: Changes = {
  0: () => ({
    values: { 'utilization.gpu': 50, 'power.draw': 300, 'activity.sm': 20, 'activity.tensor': 40, 'activity.dram': 60 },
  }),
}
const NO_NVLINK: Changes = {
  0: () => ({
    values: { 'utilization.gpu': 3 },
    absent: { 'nvlink.tx': 'NOT_SUPPORTED', 'nvlink.rx': 'NOT_SUPPORTED' },
  }),
}

function recorded(
  name: string,
  path: string,
  changes: Changes = BROKEN,
  then?: (page: Page) => Promise<void>,
  count = 8,
): State {
  const prepare = async (page: Page) => {
    await play(page, count, changes, NARROW)
    await answer(page, new PastServer(count).handle, new LinkServer(count).handle)
    await open(page, path)
    await then?.(page)
  }
  return { name, prepare }
}

function incidents(
  name: string,
  path: string,
  change: (server: IncidentServer) => void,
  then?: (page: Page) => Promise<void>,
): State {
  const prepare = async (page: Page) => {
    const server = new IncidentServer()
    change(server)
    await play(page, 8, BUSY)
    await answer(page, server.handle)
    await open(page, path)
    await then?.(page)
  }
  return { name, prepare }
}

function stored(state: 'OFF' | 'MEMORY_ONLY' | 'LOCKED'): State {
  const prepare = async (page: Page) => {
    const server = new PastServer()
    server.status = { ...server.status, state, detail: 'The disk is full.' }
    if (state === 'OFF') server.instead = () => refused(503, 'The history is off.')
    await play(page, 8, BUSY)
    await answer(page, server.handle)
    await open(page, 'History')
    await page.getByText('Details').click()
  }
  return { name: `the history is ${state}`, prepare }
}

/** Pages of the broken machine, which are opened in one document. */
const OF_ONE_MACHINE = [
  { name: 'one GPU alone in the resources', path: 'GPU-Resources?gpus=5', heading: 'Power' },
  { name: 'added timelines', path: 'GPU-Resources?panels=utilization.encoder,energy.total', heading: 'Power' },
  { name: 'one GPU alone in the NVLink timeline', path: 'NVLink-Timeline?gpus=5', heading: 'NVLink timeline' },
  { name: 'an added timeline of a GPU', path: 'gpus/0?panels=clocks.current.memory', heading: 'GPU 0' },
  { name: 'a lost GPU', path: 'gpus/3', heading: 'GPU 3' },
  { name: 'no such GPU', path: 'gpus/none', heading: 'No GPU “none”' },
  { name: 'a narrow PCIe link', path: 'PCIe-Throughput', heading: 'PCIe throughput' },
  { name: 'the sorted overview', path: '?sort=temperature', heading: 'Overview' },
  { name: 'a page that does not exist', path: 'nothing-here', heading: 'Page not found' },
]

const STATES: readonly State[] = [
  recorded('activity charts', 'GPU-Resources?charts=activity', ACTIVE, undefined, 2),
  recorded('no NVLink', 'NVLink-Throughput', NO_NVLINK, undefined, 1),
  recorded('no such GPU in Chinese', 'gpus/none?lang=zh', BROKEN, async (page) => {
    await expect.poll(() => foreignWords(page)).toEqual([])
  }),
  recorded('a zoomed history', 'History', BUSY, async (page) => {
    const box = await page.getByTestId('chart-row').getByRole('img').first().boundingBox()
    const { x = 0, y = 0, width = 0 } = box ?? {}
    await page.mouse.move(x + 0.4 * width, y + 40)
    await page.mouse.down()
    await page.mouse.move(x + 0.8 * width, y + 40, { steps: 4 })
    await page.mouse.up()
    await replay(page, 1)
    await expect(page).toHaveURL(/from=/)
  }),
  recorded('the dialog that adds a timeline', 'gpus/7', BUSY, async (page) => {
    await page.getByRole('button', { name: '+ panel' }).click()
    await page.getByRole('searchbox').fill('clock')
  }),
  recorded(
    'no process',
    'Processes',
    { 0: () => ({ processes: [], values: { 'processes.running': 0 } }) },
    undefined,
    1,
  ),
  recorded('the jobs of one user', 'Jobs?by=mine&user=asharma', BUSY, async (page) => {
    await page.getByText('Free it: 71.2').click()
  }),
  recorded('the jobs of one user in Chinese', 'Jobs?by=mine&user=asharma&lang=zh', BUSY, async (page) => {
    await expect.poll(() => foreignWords(page)).toEqual([])
  }),
  recorded('no job of a user', 'Jobs?by=mine&user=nobody', BUSY),
  recorded('the report of a job that ended', 'Jobs/41000-1795338000', BUSY),
  recorded('the report of a job that shared its GPU', 'Jobs/kernel-3f2b', BUSY),
  recorded('no such job', 'Jobs/none', BUSY),
  {
    name: 'link health of all links',
    prepare: async (page) => {
      const server = new LinkServer(2)
      server.withHealth = true
      await play(page, 2)
      await answer(page, server.handle)
      await open(page, 'NVLink-Throughput')
      await page.getByText('All links as a table').click()
      await page.getByRole('button', { name: /^All/ }).first().click()
    },
  },
  {
    name: 'a machine that reports nothing',
    prepare: async (page) => {
      await play(page, 8, BROKEN, {}, { values: BLIND.values, absent: BLIND.absent })
      await answer(page, ({ path }) => (path === 'host' ? ok(BLIND) : null))
      await open(page, 'Machine-Resources')
    },
  },
  ...(['OFF', 'MEMORY_ONLY', 'LOCKED'] as const).map(stored),
  incidents('no insights', 'Insights', (server) => {
    server.insights = []
  }),
  incidents(
    'the silence of an insight',
    'Insights',
    () => undefined,
    (page) => page.getByRole('button', { name: 'Silence', exact: true }).first().click(),
  ),
  incidents(
    'an explained Xid',
    'Timeline?list=1',
    () => undefined,
    (page) =>
      page
        .getByRole('button', { name: /Xid 79/ })
        .first()
        .click(),
  ),
  ...[404, 503, 500].map((status) =>
    incidents(`events that fail with ${status}`, 'Timeline?list=1', (server) => {
      server.status = status
    }),
  ),
]

for (const [index, { name, prepare }] of STATES.entries()) {
  const isLong = isThorough(index + 1)
  if (!isLong && index < STATES.length - 1) continue
  test(`${name}: accessible, and fits every window`, async ({ page }) => {
    await prepare(page)
    await isAccessible(page, (check) => whenSettled(page, check), isLong ? ALL_APPEARANCES : undefined)
    await fitsEveryWindow(page)
  })
}

if (isThorough(1)) {
  test('pages of a single GPU: accessible, and fit every window', async ({ page }) => {
    test.slow()
    await recorded('', '', BUSY, undefined, 1).prepare(page)
    for (const path of addresses(0, WITH_NUMBERS)) {
      await test.step(path, async () => {
        await follow(page, `./${path}`)
        await isAccessible(page, (check) => whenSettled(page, check))
        await fitsEveryWindow(page)
      })
    }
  })
}

if (isThorough(3)) {
  test('states of a broken machine: accessible, and fit every window', async ({ page }) => {
    test.slow()
    await recorded('', '').prepare(page)
    for (const { name, path, heading } of OF_ONE_MACHINE) {
      await test.step(name, async () => {
        await follow(page, path)
        await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
        await isAccessible(page, (check) => whenSettled(page, check), ALL_APPEARANCES)
        await fitsEveryWindow(page)
      })
    }
  })
}

// A frame has the theme of its address.
for (const theme of isThorough(2) ? ['dark', 'light'] : ['light']) {
  test(`frames in the ${theme} theme are accessible`, async ({ page }) => {
    await play(page, 8, BROKEN)
    await answer(page, ({ path }) => (path === 'host' ? ok(LARGE) : null))
    const panels = [
      '?panel=util',
      '?panel=overview',
      'GPU-Resources?panel=power.draw',
      'gpus/0?panel=gauges',
      'Machine-Resources?panel=disks',
    ]
    for (const panel of panels) {
      await open(page, `./${panel}&embed=1&theme=${theme}`)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      expect(await ticking(page, violations(page)), panel).toEqual([])
    }
  })
}

test('a page without a session is accessible', async ({ page, baseURL }) => {
  const stub = new Stub(baseURL ?? '')
  stub.respond = (_, response) => problem(response, 403, 'No access.')
  await stub.start()
  try {
    await page.goto(stub.address)
    await expect(page.getByTestId('connection')).toHaveText('Not signed in')
    await isAccessible(page, undefined, isThorough(2) ? ALL_APPEARANCES : undefined)
  } finally {
    await stub.stop()
  }
})
