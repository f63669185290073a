import { fireEvent, within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { ok, refused } from '@/testing/api'
import { textOf } from '@/testing/dashboard'
import {
  chartQueries,
  chartTitles,
  firstChart,
  firstPlot,
  HOUR,
  inAddress,
  lastQuery,
  openHistory,
  queriedMillis,
  rangeButton,
  readout,
  type HistoryPage,
} from '@/testing/history-page'
import { drawingCalls } from '@/testing/layout'
import { history, NOW, statusSince } from '@/testing/past'
import { bodyRows } from '@/testing/tables'

const PERIOD = /^\d+ \w+ \d\d:\d\d – /
const TWELVE_HOURS = '/History?range=12h'

async function show({ page }: HistoryPage, from: string | null, to: string): Promise<void> {
  if (page.get.queryByLabelText('From') === null) await page.click(page.get.getByRole('button', { name: PERIOD }))
  if (from !== null) await page.type(page.get.getByLabelText('From'), from)
  await page.type(page.get.getByLabelText('To'), to)
  await page.click(page.get.getByRole('button', { name: 'Show' }))
}

function canvasOf(page: HistoryPage['page']): HTMLCanvasElement {
  const canvas = firstChart(page).querySelector('canvas')
  if (canvas === null) throw new Error('The chart is not drawn')
  return canvas
}

describe('the time of the history page', () => {
  it('requests all charts at once, with as many points as fit the width', async () => {
    const { page, server } = await openHistory(TWELVE_HOURS)

    expect(chartTitles(page)).toEqual(['GPU utilization', 'GPU memory', 'Power', 'Temperature'])
    expect(chartQueries(server)).toHaveLength(1)
    expect(lastQuery(server).get('metrics')?.split(',')).toHaveLength(6)
    expect(lastQuery(server).get('range')).toBe('12h')
    expect(Number(lastQuery(server).get('points'))).toBeGreaterThan(200)
    expect(Number(lastQuery(server).get('points'))).toBeLessThan(700)
  })

  it('changes its range by a button or a key, and keeps it in the address', async () => {
    const { page, server } = await openHistory(TWELVE_HOURS)
    expect(rangeButton(page, '12 h')).toHaveAttribute('aria-pressed', 'true')

    await page.click(rangeButton(page, '7 d'))
    expect(lastQuery(server).get('range')).toBe('7d')
    expect(inAddress(page, 'range')).toBe('7d')
    expect(readout(page)).toHaveTextContent('7 d mean')

    await page.press(']')
    expect(lastQuery(server).get('range')).toBe('30d')
    expect(rangeButton(page, '30 d')).toHaveAttribute('aria-pressed', 'true')
  })

  it('paints another range', async () => {
    const { page, server } = await openHistory('/History?range=1h')
    const [row] = bodyRows(readout(page))
    const before = textOf(row)
    const painted = drawingCalls(canvasOf(page))
    await page.pass(1000)
    expect(drawingCalls(canvasOf(page))).toBe(painted)

    // Lines are paths; axes are not.
    const lineTo = vi.spyOn(Path2D.prototype, 'lineTo')
    await page.click(rangeButton(page, '12 h'))

    expect(lastQuery(server).get('range')).toBe('12h')
    expect(lineTo.mock.calls.length).toBeGreaterThan(100)
    expect(drawingCalls(canvasOf(page))).toBeGreaterThan(painted)
    expect(textOf(bodyRows(readout(page))[0])).not.toBe(before)
  })

  it('requests a chosen period once, and restores it from its address', async () => {
    const opened = await openHistory(TWELVE_HOURS)
    const { page, server } = opened
    await show(opened, '2026-02-28 08:00:00', '2026-02-28 20:00:00')

    expect(lastQuery(server).get('from')).toBe(inAddress(page, 'from'))
    expect(Date.parse(inAddress(page, 'to') ?? '') - Date.parse(inAddress(page, 'from') ?? '')).toBe(12 * HOUR)
    const ranges = within(page.get.getByRole('group', { name: 'Range' }))
    expect(ranges.queryAllByRole('button', { pressed: true })).toEqual([])
    const count = chartQueries(server).length
    await page.advance(20)
    expect(chartQueries(server)).toHaveLength(count)

    const again = await page.reload()
    expect(again.get.getByRole('button', { name: '28 Feb 08:00 – 28 Feb 20:00' })).toBeInTheDocument()
    expect(readout(again)).toHaveTextContent('12 h mean')
    expect(lastQuery(server).get('range')).toBeNull()
  })

  it('shows next to the fields why a period cannot be shown, and keeps the charts', async () => {
    const opened = await openHistory(TWELVE_HOURS)
    const { page, server } = opened
    await show(opened, '2026-02-28 20:00:00', '2026-02-28 08:00:00')
    expect(page.get.getByRole('alert')).toHaveTextContent('The end is not after the beginning.')
    await show(opened, '8 am', '2026-02-28 20:00')
    expect(page.get.getByRole('alert')).toHaveTextContent('Times are written as 2026-11-26 14:30.')

    server.instead = () => refused(400, 'Too long ago.')
    await show(opened, '2026-02-28 20:00:00', '2026-02-28 21:00:00')
    expect(page.get.getByRole('alert')).toHaveTextContent('The history could not be loaded: Too long ago.')
    expect(canvasOf(page)).toBeInTheDocument()
    expect(chartTitles(page)).toHaveLength(4)
  })

  it('aborts a request that is superseded, and keeps the charts until the next response', async () => {
    const { page, server } = await openHistory(TWELVE_HOURS)
    const signals: AbortSignal[] = []
    let release = () => {}
    server.instead = async ({ query, signal }) => {
      if (query.get('range') !== '30d') return null
      if (signal) signals.push(signal)
      if (query.get('metrics')?.includes(',')) await new Promise<void>((resolve) => (release = resolve))
      return ok(history(query, 8))
    }
    await page.click(rangeButton(page, '30 d'))
    expect(lastQuery(server).get('range')).toBe('30d')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    expect(page.get.getByTestId('history')).toHaveAttribute('data-busy', 'true')
    expect(canvasOf(page)).toBeInTheDocument()
    expect(readout(page)).toHaveTextContent('12 h mean')

    await page.click(rangeButton(page, '1 h'))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(readout(page)).toHaveTextContent('1 h mean')
    expect(page.get.getByTestId('history')).toHaveAttribute('data-busy', 'false')

    release()
    await page.settle()
    expect(readout(page)).toHaveTextContent('1 h mean')
  })

  it.each([
    [0.6, '1h'],
    [2, '3h'],
    [20, '24h'],
    [400, '24h'],
  ])('opens on the shortest range that holds the %s hours that are kept', async (hours, range) => {
    const since = new Date(NOW - hours * HOUR).toISOString()
    const { server } = await openHistory('/History', {
      storage: { 'gpulse.range': '15m' },
      api: [({ path }) => (path === 'status' ? ok(statusSince(since)) : null)],
    })

    expect(chartQueries(server).map((query) => query.get('range'))).toEqual([range])
  })

  it('moves by a window by a key', async () => {
    const { page, server } = await openHistory(TWELVE_HOURS)
    await page.press('.')
    expect(inAddress(page, 'from')).toBeNull()
    await page.press(',')
    expect(queriedMillis(server) / HOUR).toBeCloseTo(12, 0)
    const to = Date.parse(lastQuery(server).get('to') ?? '')
    expect((NOW - to) / HOUR).toBeCloseTo(12, 0)

    await page.press('.')
    expect(inAddress(page, 'from')).toBeNull()
  })

  it('zooms all charts by a drag, and returns by a double click', async () => {
    const { page, server } = await openHistory(TWELVE_HOURS)
    await page.drag(firstPlot(page), 0.5, 0.75)

    expect(queriedMillis(server) / HOUR).toBeCloseTo(3, 0)
    const [first] = page.get.getAllByTestId('chart-row')
    if (first === undefined) throw new Error('There is no chart')
    expect(within(first).getByRole('button', { name: 'Back' })).toBeInTheDocument()

    fireEvent.dblClick(firstPlot(page))
    await page.settle()
    expect(lastQuery(server).get('range')).toBe('12h')
    expect(within(first).queryByRole('button', { name: 'Back' })).toBeNull()
  })

  it('takes a zoomed period to the next page of timelines and back', async () => {
    const { page } = await openHistory('/History?range=15m')
    await page.drag(firstPlot(page), 0.5, 0.9)
    const from = inAddress(page, 'from')
    expect(from).not.toBeNull()

    const [menu] = page.get.getAllByRole('navigation')
    if (menu === undefined) throw new Error('There is no menu')
    await page.click(within(menu).getByRole('link', { name: /Live charts/ }))
    expect(page.address).toMatch(/^\/GPU-Resources/)
    expect(page.get.getByRole('button', { name: 'Back' })).toBeInTheDocument()
    expect(inAddress(page, 'from')).toBe(from)

    await page.press('9')
    expect(page.address).toMatch(/^\/History/)
    expect(canvasOf(page)).toBeInTheDocument()
    expect(inAddress(page, 'from')).toBe(from)
  })

  it('requests a range that ends now again and again, but not while paused', async () => {
    const { page, server } = await openHistory('/History?range=1h')
    expect(chartQueries(server)).toHaveLength(1)
    await page.advance(30)
    const count = chartQueries(server).length
    expect(count).toBeGreaterThan(1)

    await page.press(' ', { code: 'Space' })
    const paused = chartQueries(server).length
    await page.advance(120)
    expect(chartQueries(server)).toHaveLength(paused)
  })
})
