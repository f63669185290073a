import { expect, test, type Page } from '@playwright/test'
import type { Snapshot } from '../../src/api/types'
import { fitsEveryWindow, violations } from './page'
import { aProcess, BROKEN, BUSY, play, replayed, type Changes } from './recorded'
import { watch } from './watch'

const GIB = 2 ** 30
const lines = (page: Page) => page.locator('.process-table tbody tr:not(.group)')
const groups = (page: Page) => page.locator('.process-table .group')
const column = (page: Page, name: string) => page.locator(`.process-table td.p-${name}`)

async function living(page: Page): Promise<void> {
  await expect(lines(page).first()).toBeVisible()
}

test('shows the processes of the snapshot and lives', async ({ page }) => {
  const seen = watch(page)
  await page.goto('Processes')
  await living(page)
  await expect(page).toHaveTitle(/ · Processes · gpulse$/)

  const snapshot = (await (await page.request.get('api/v1/snapshot?view=core')).json()) as Snapshot
  const told = snapshot.gpus.flatMap(({ processes }) => processes)
  await expect(lines(page)).toHaveCount(told.length)
  const pids = await column(page, 'pid').allInnerTexts()
  expect(pids.map(Number).sort()).toEqual(told.map(({ pid }) => pid).sort())
  const least = Math.min(...told.map((each) => each.values['process.memory.used'] ?? Infinity))
  await expect(column(page, 'memory').filter({ hasText: (least / GIB).toFixed(1) }).first()).toBeVisible()

  const busy = column(page, 'sm')
  const before = await busy.allInnerTexts()
  await expect.poll(() => busy.allInnerTexts()).not.toEqual(before)
  expect(seen.complaints).toEqual([])
  expect([...seen.hosts]).toEqual([new URL(page.url()).host])
})

test('groups them by user with sums, by GPU, or not at all', async ({ page }) => {
  await play(page, 8, BUSY)
  await page.goto('Processes')
  await living(page)
  await expect(groups(page).first()).toHaveText(/mchen\s*4 processes\s*GPUs 0–3\s*280\.0/)

  await page.getByRole('button', { name: 'GPU', exact: true }).and(page.locator('[aria-pressed]')).click()
  await expect(page).toHaveURL(/group=gpu/)
  await expect(groups(page)).toHaveText([/GPU 5\s*2 processes\s*71\.0/])
  await expect(column(page, 'gpu')).toHaveText(['0', '1', '2', '3', '4', '5', '5', '6', '7'])
  await page.goto('Processes?group=none')
  await expect(lines(page)).toHaveCount(9)
  await expect(groups(page)).toHaveCount(0)
})

test('sorts by a column, in the order that it says', async ({ page }) => {
  await play(page, 8, BUSY)
  await page.goto('Processes?group=none')
  await living(page)
  const head = page.getByRole('columnheader', { name: 'PID' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(column(page, 'pid').first()).toHaveText('33871')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-pid/)
  await expect(column(page, 'pid').first()).toHaveText('61007')
})

test('sorts by what they take of the host, and finds it again in the address', async ({ page }) => {
  const used = (cpu: number, seconds: number) => (pid: number) => () => {
    const process = aProcess(pid, 'python', 'x', 1)
    const usage = { 'process.host.cpu': cpu, 'process.host.memory': 3 * GIB, 'process.elapsed': seconds }
    return { processes: [{ ...process, values: { ...process.values, ...usage } }] }
  }
  await play(page, 3, { 0: used(12.5, 90_000)(7), 1: used(250, 62)(8) })
  await page.goto('Processes?group=none&sort=-cpu')
  await living(page)
  await expect(column(page, 'pid')).toHaveText(['8', '7', '41102'])
  await expect(column(page, 'cpu')).toHaveText([/^250\s*%$/, /^12\.5\s*%$/, /…/])
  await expect(column(page, 'elapsed')).toHaveText([/^0:01:02$/, /^1\s*d 1\s*h$/, /…/])
  await expect(column(page, 'hostMemory').first()).toHaveText(/^3\s*GiB$/)

  const head = page.getByRole('columnheader', { name: 'Elapsed' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-elapsed/)
  await expect(column(page, 'pid').first()).toHaveText('7')
})

test('keeps the mean of the SMs where the driver records a process now and then', async ({ page }) => {
  const swinging = (second: number) => {
    const process = aProcess(7, 'python', 'x', 1)
    const sm = second % 2 === 0 ? { 'process.utilization.sm': second % 4 === 0 ? 100 : 20 } : {}
    return { processes: [{ ...process, values: { ...process.values, ...sm } }] }
  }
  await play(page, 1, { 0: swinging })
  await page.goto('Processes')
  await living(page)
  const cell = column(page, 'sm').first()
  await expect(cell).toHaveText(/^20–100\s*\d+\s*%$/)
  const widths = await page.locator('.process-table thead th').evaluateAll((all) => all.map((each) => each.clientWidth))
  const [first, ...rest] = [await replayed(page), 1, 2, 3]
  for (const more of rest) {
    await expect.poll(() => replayed(page)).toBeGreaterThanOrEqual(first + more)
    await expect(cell).toHaveText(/^20–100\s*\d+\s*%$/, { timeout: 1 })
  }
  expect(
    await page.locator('.process-table thead th').evaluateAll((all) => all.map((each) => each.clientWidth)),
  ).toEqual(widths)
})

test('filters with the key /, keeps the filter in the address, and says when nothing fits', async ({ page }) => {
  await play(page, 8, BUSY)
  await page.goto('Processes')
  await living(page)
  await page.keyboard.press('/')
  await page.keyboard.type('asharma')
  await expect(lines(page)).toHaveCount(1)
  await expect(page).toHaveURL(/filter=asharma/)
  await expect(page.locator('.notes')).toContainText('1 of 9 shown')

  await page.keyboard.type(' nobody')
  await expect(page.getByText('No process matches the filter')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(lines(page)).toHaveCount(9)
})

test('says what it does not show, and why', async ({ page }) => {
  const anonymous = { ...aProcess(9, 'python', 'x', 1), values: {}, facts: {}, startedAt: null }
  const silent: Changes = {
    ...BROKEN,
    0: () => ({
      processes: [
        { ...anonymous, absent: { user: 'NO_PERMISSION', 'process.memory.used': 'NO_PERMISSION', command: 'HIDDEN' } },
      ],
      processesOmitted: 3,
    }),
  }
  await play(page, 8, silent)
  await page.goto('Processes?group=none')
  await living(page)
  const row = lines(page).filter({ has: page.locator('.p-pid', { hasText: /^9$/ }) })
  await expect(row.locator('.p-memory')).toHaveText('no access')
  await expect(row.locator('.p-user')).toHaveText('no access')
  await expect(row.locator('data')).toHaveCount(0)
  const why = page.locator('.hidden-note')
  await expect(why).toContainText('gpulse.processes.command-line')
  await expect(why).toContainText('has no permission to read who owns those processes')
  const notes = page.locator('.notes')
  await expect(notes).toContainText('3 more processes on GPU 0 are not shown')
  await expect(notes).toContainText('GPU 5: processes not read. gpulse has no permission to read this value.')
})

test('no process is an answer', async ({ page }) => {
  const none = () => ({ processes: [], values: { 'processes.running': 0 } })
  await play(page, 2, { 0: none, 1: none })
  await page.goto('Processes')
  await expect.poll(() => replayed(page)).toBeGreaterThan(1)
  await expect(page.getByRole('heading', { name: 'No process on any GPU' })).toBeVisible()
})

test('fits every window', async ({ page }) => {
  await play(page, 16, BUSY)
  await page.goto('Processes')
  await living(page)
  await fitsEveryWindow(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(column(page, 'memory').first()).toBeInViewport()
})

for (const theme of ['dark', 'light']) {
  test(`everybody can use it in the ${theme} theme`, async ({ page }) => {
    await play(page, 8, BROKEN)
    await page.goto(`Processes?theme=${theme}`)
    await living(page)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
  })
}
