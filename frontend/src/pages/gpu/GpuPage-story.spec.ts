import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { ok } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { IncidentServer } from '@/testing/incident-server'
import { aProcess, at, BUSY, type Changes } from '@/testing/machine'
import { chartRow, clickPlot, firstPlot, leavePlot, metricOf, numbersOf } from '@/testing/timelines'

const story = (page: Dashboard) => page.get.getByTestId('story')
const gaugesTime = (page: Dashboard) => page.get.queryByTestId('gauges-time')
const utilization = (page: Dashboard) => {
  const gauges = within(page.get.getByRole('list', { name: 'Current values' })).getAllByRole('listitem')
  const gauge = metricOf(gauges, 'utilization.gpu')
  return gauge === null ? NaN : numbersOf(gauge)[0]
}
/** Names of the open rows, in order. */
const openRows = (page: Dashboard) =>
  within(page.get.getByRole('region', { name: 'Details' }))
    .getAllByTestId(/^fold-/)
    .filter((row) => row.hasAttribute('open'))
    .map((row) => row.dataset['testid'])

/** Utilization is the second. */
const RISING: Changes = {
  0: (second): Partial<Gpu> => ({ values: { 'utilization.gpu': Math.min(100, second / 2), 'memory.used': 2 ** 30 } }),
}

describe('the story of a GPU', () => {
  it('has one sentence, who, and the actions of its insight; a muted one is no warning, as on other pages', async () => {
    const server = new IncidentServer()
    const page = await Dashboard.open('/gpus/4', { changes: BUSY, api: [server.handle] })
    await page.settle()
    expect(textOf(story(page))).toMatch(
      /^GPU 4 holds 62 GiB but has been idle for 41 min: python \(pid 38817, asharma\)\./,
    )
    const holders = within(page.get.getByRole('list', { name: 'Held by' }))
    expect(textOf(holders.getByRole('listitem'))).toMatch(/^asharma python ?62\.0 GiB ?pid 33871 · since \d\d:\d\d$/)
    expect(page.get.queryByRole('list', { name: 'Needs attention' })).toBeNull()
    expect(within(story(page)).getByRole('button', { name: 'Copy message to asharma' })).toBeInTheDocument()
    expect(within(story(page)).queryByRole('link', { name: 'Open GPU 4' })).toBeNull()

    await page.click(within(story(page)).getByRole('button', { name: 'Mute' }))
    expect(textOf(story(page))).toMatch(/^Idle for 43 min\. Holds 62 GiB/)
    expect(within(story(page)).queryByRole('button')).toBeNull()
    const title = page.get.getByRole('heading', { level: 1 }).parentElement
    expect(within(title ?? document.body).getByRole('img')).toHaveAccessibleName('healthy')
  })

  it('names at most three processes, and leads to the others', async () => {
    const processes = [1, 5, 3, 2, 4].map((gib) => aProcess(100 + gib, `job${gib}.py`, 'mchen', gib))
    const page = await Dashboard.open('/gpus/0', { changes: { 0: () => ({ processes }) } })
    const names = within(page.get.getByRole('list', { name: 'Used by' })).getAllByRole('listitem')
    expect(names.map((each) => /job\d/.exec(textOf(each))?.[0])).toEqual(['job5', 'job4', 'job3'])
    expect(page.get.getByRole('link', { name: 'and 2 more' })).toHaveAttribute('href', '/Processes?filter=gpu+0')
  })

  it('is not held by anybody without a process', async () => {
    const page = await Dashboard.open('/gpus/0', {
      changes: {
        0: () => ({
          processes: [],
          values: { 'memory.used': 0, 'processes.running': 0 },
          idleSince: at(-60),
          busySince: null,
        }),
      },
    })
    expect(textOf(story(page))).toMatch(/Used by.*No process uses it\./)
    expect(story(page)).not.toHaveTextContent('Held by')
  })

  it.each([
    ['says that nothing is wrong if rules have looked', new IncidentServer().checks, true],
    ['does not say so without rules', [], false],
  ])('%s', async (_, checks, isSaid) => {
    const board = { evaluatedAt: at(0), insights: [], checks }
    const page = await Dashboard.open('/gpus/0', { api: [({ path }) => (path === 'insights' ? ok(board) : null)] })
    await page.settle()
    expect(story(page)).toHaveTextContent(/^Runs /)
    expect(textOf(story(page)).includes('Nothing is wrong.')).toBe(isSaid)
  })

  it('does not say that no process uses a busy GPU whose processes are hidden, as in a container', async () => {
    const page = await Dashboard.open('/gpus/0', { changes: { 0: () => ({ processes: [] }) } })
    expect(story(page)).toHaveTextContent('No process is visible from here.')
    expect(story(page)).not.toHaveTextContent('No process uses it')
  })

  it('has the reason if its processes cannot be read', async () => {
    const page = await Dashboard.open('/gpus/0', {
      changes: { 0: () => ({ processes: [], values: {}, absent: { 'processes.running': 'NO_PERMISSION' } }) },
    })
    expect(story(page)).toHaveTextContent(/Its processes are not known: .*permission/)
  })

  it('leads to the history and the events of the GPU, and counts these', async () => {
    const page = await Dashboard.open('/gpus/4', { api: [new IncidentServer().handle] })
    await page.settle()
    expect(page.get.getByRole('main').querySelector('a[href="/History?gpus=4"]')).not.toBeNull()
    expect(page.get.getByRole('link', { name: /^Events \(\d+\)$/ })).toHaveAttribute('href', '/Timeline?gpus=4&list=1')
  })

  it.each([
    ['a busy GPU', '/gpus/0', {}, '5 min'],
    ['one that has been idle for long', '/gpus/0', idleFrom(-500), '15 min'],
    ['one that has been idle for 30 s', '/gpus/0', idleFrom(120), '1 min'],
    ['a range of the address', '/gpus/0?range=5m', idleFrom(120), '5 min'],
  ] as const)('opens on the shortest range that has the beginning of the state: %s', async (_, path, changes, text) => {
    const page = await Dashboard.open(path, { changes })
    const ranges = within(page.get.getByRole('group', { name: 'Range' }))
    expect(ranges.getByRole('button', { pressed: true })).toHaveTextContent(text)
  })
})

describe('the numbers of a GPU', () => {
  it('are those of the pinned moment, which is named, until the page is back to now', async () => {
    const page = await Dashboard.open('/gpus/0?range=1m', { changes: RISING })
    expect(gaugesTime(page)).toBeNull()
    const now = utilization(page) ?? NaN

    expect(story(page)).not.toHaveTextContent('Now:')

    await clickPlot(page, firstPlot(page), 0.5)
    expect(story(page)).toHaveTextContent(/^Now: Runs /)
    expect(textOf(gaugesTime(page))).toMatch(/^\d\d:\d\d:\d\d back to now$/)
    expect(utilization(page)).toBeLessThan(now - 10)
    const value = within(chartRow(page, 'Utilization')).getByTestId('chart-value')
    expect(numbersOf(value)[0]).toBe(utilization(page))
    expect(value).toHaveTextContent(textOf(gaugesTime(page)).slice(0, 8))

    await page.click(page.get.getByRole('button', { name: 'back to now' }))
    expect(gaugesTime(page)).toBeNull()
    expect(utilization(page)).toBeGreaterThanOrEqual(now)
    expect(value).toHaveTextContent(/1 min: [\d.]+ – \d+\s%/)
  })

  it('are those of the end of a zoomed range', async () => {
    const page = await Dashboard.open('/gpus/0', { changes: RISING })
    await page.drag(firstPlot(page), 0.6, 0.8)
    await leavePlot(page, firstPlot(page))

    expect(textOf(gaugesTime(page))).toMatch(/^\d\d:\d\d:\d\d back to now$/)
    expect(utilization(page)).toBeLessThan(50)
    expect(numbersOf(chartRow(page, 'Utilization'))[0]).toBe(utilization(page))
    await page.click(page.get.getByRole('button', { name: 'back to now' }))
    expect(gaugesTime(page)).toBeNull()
  })
})

describe('the folded rows of a GPU', () => {
  it('are opened by the reader, and stay open in this browser and in the address', async () => {
    const page = await Dashboard.open('/gpus/0')
    expect(openRows(page)).toEqual([])
    expect(page.get.queryAllByTestId('fact')).toEqual([])
    expect(textOf(page.get.getByTestId('fold-clocks'))).toMatch(/1 980 MHz · full speed · limit 700 W$/)

    await toggle(page, 'fold-identity', true)
    expect(page.address).toContain('open=identity')
    expect(page.get.getAllByTestId('fact').length).toBeGreaterThan(0)
    await page.router.push('/gpus/1')
    await page.settle()
    expect(openRows(page)).toEqual(['fold-identity'])
    await toggle(page, 'fold-identity', false)
    expect(openRows(page)).toEqual([])
    expect(page.address).not.toContain('open')
  })

  it('are all opened and closed by one key', async () => {
    const page = await Dashboard.open('/gpus/0')
    await page.press('o')
    expect(openRows(page)).toHaveLength(6)
    await page.press('o')
    expect(openRows(page)).toEqual([])
  })

  it('open by themselves only with the worst fact, until the reader closes them', async () => {
    const page = await Dashboard.open('/gpus/7', { changes: BUSY, api: [new IncidentServer().handle] })
    await page.settle()
    expect(openRows(page)).toEqual(['fold-clocks'])
    await toggle(page, 'fold-clocks', false)
    expect(openRows(page)).toEqual([])
    await page.advance(2)
    expect(openRows(page)).toEqual([])
  })
})

/** The GPU is idle from this second on. */
function idleFrom(second: number): Changes {
  return { 0: () => ({ idleSince: at(second), busySince: null }) }
}

/** Opens or closes a row as a browser does. */
async function toggle(page: Dashboard, id: string, open: boolean): Promise<void> {
  const row = page.get.getByTestId(id) as HTMLDetailsElement
  row.open = open
  row.dispatchEvent(new Event('toggle'))
  await page.settle()
}
