import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Snapshot } from '@/api/types'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { crosshairOf } from '@/testing/layout'
import { ok, type ApiHandler } from '@/testing/api'
import { BEGIN, BROKEN, BUSY, snapshot } from '@/testing/machine'
import { cellOf } from '@/testing/tables'
import {
  chartRow,
  chartRows,
  chartTitles,
  clickPlot,
  firstPlot,
  gpuRow,
  gpuRows,
  leavePlot,
  numbersOf,
  readout,
  readoutTime,
} from '@/testing/timelines'

const CHARTS = ['Utilization', 'Memory used', 'Power']

describe('the page of resources on a recorded machine', () => {
  it.each<[string, () => Promise<Snapshot>, string[]]>([
    ['has no chart while their limits are expected', () => new Promise(() => undefined), []],
    ['has a chart without a limit if they fail', () => Promise.reject(new Error('off')), ['Utilization']],
  ])('%s', async (_, limits, titles) => {
    const page = await Dashboard.open('/GPU-Resources', { seconds: 0 })
    page.feed.limits = limits
    page.feed.play(snapshot(1))
    await page.settle()

    expect(chartTitles(page)).toEqual(titles)
  })

  it('shows the numbers of the latest snapshot, and new ones with the next', async () => {
    const complained = complaints()
    const page = await Dashboard.open('/GPU-Resources', { changes: BUSY })
    const power = () => gpuRows(readout(page)).map((row) => numbersOf(cellOf(row, 'Power'))[0])
    const memory = () => gpuRows(readout(page)).map((row) => numbersOf(cellOf(row, 'Mem'))[0])
    const before = power()

    await page.advance(1)
    expect(power()).not.toEqual(before)
    const expected = snapshot(150, { changes: BUSY }).gpus.map(({ values }) => (values['memory.used'] ?? NaN) / 2 ** 30)
    expect(memory()).toHaveLength(8)
    memory().forEach((shown, index) => {
      expect(shown).toBeCloseTo(expected[index] ?? NaN, 1)
    })
    expect(complained()).toEqual([])
  })

  it('reads all charts at one crosshair, and returns to the present without it', async () => {
    const complained = complaints()
    const page = await Dashboard.open('/GPU-Resources?range=1m', { changes: BUSY })
    expect(chartTitles(page)).toEqual(CHARTS)
    const plot = firstPlot(page)

    page.point(plot, 0.5)
    await page.settle()
    expect(readoutTime(page)).toMatch(/\d\d:\d\d:\d\d.*Sample/)
    const lines = chartRows(page).map((row) => crosshairOf(within(row).getByRole('img')))
    expect(lines).toHaveLength(3)
    expect(Math.min(...lines)).toBeGreaterThan(100)
    expect(Math.max(...lines) - Math.min(...lines)).toBeLessThan(1)

    // A second is a bucket: the line does not move within it.
    const [line] = lines
    page.point(plot, 0.501)
    await page.settle()
    expect(crosshairOf(within(chartRow(page, 'Utilization')).getByRole('img'))).toBe(line)

    await leavePlot(page, plot)
    expect(readoutTime(page)).toContain('Now')
    await page.press('ArrowLeft')
    expect(readoutTime(page)).not.toContain('5 s mean')
    await page.press('Escape')
    expect(readoutTime(page)).toContain('5 s mean')
    expect(complained()).toEqual([])
  })

  it('shows a sentence for a lost GPU, and its past at the crosshair', async () => {
    const page = await Dashboard.open('/GPU-Resources?range=5m', { changes: BROKEN })
    const row = (index: number) => gpuRow(readout(page), index)
    expect(row(3)).toHaveTextContent('Lost')
    expect(row(6)).toHaveTextContent('Does not answer')
    for (const index of [3, 6]) expect(numbersOf(row(index))).toEqual([])
    expect(cellOf(row(0), 'Power')).toHaveTextContent('error')
    expect(within(readout(page)).getByRole('row', { name: /of 8/ })).toHaveTextContent('5 of 8')

    page.point(firstPlot(page), 0.6)
    await page.settle()
    expect(numbersOf(row(3))[0]).toBeGreaterThanOrEqual(0)
    page.point(firstPlot(page), 0.05)
    await page.settle()
    expect(row(0)).toHaveTextContent('no samples')
  })
})

describe('a drag on a chart', () => {
  it('zooms all charts, and a double click restores the range', async () => {
    const page = await Dashboard.open('/GPU-Resources?range=1m')
    const plot = firstPlot(page)

    await page.drag(plot, 0.3, 0.7)
    expect(textOf(chartRows(page)[0])).toMatch(/\d\d:\d\d to \d\d:\d\d:\d\d/)
    expect(page.get.getByRole('button', { name: 'Back' })).toBeInTheDocument()
    await leavePlot(page, plot)
    expect(readoutTime(page)).toMatch(/^\d\d:\d\d:\d\d/)
    plot.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    await page.settle()
    expect(page.get.queryByRole('button', { name: 'Back' })).toBeNull()
  })
})

describe('GPUs shown alone', () => {
  it('are chosen by clicks in the readout, and kept in the address', async () => {
    const page = await Dashboard.open('/GPU-Resources', { changes: BUSY })
    const only = (index: number, on = page) => on.get.getByRole('button', { name: `Show GPU ${index} only` })

    await page.click(only(0))
    expect(page.address).toMatch(/gpus=0$/)
    await page.click(only(3), { ctrlKey: true })
    expect(page.address).toMatch(/gpus=0,3/)
    const again = await page.reload()
    expect(only(3, again)).toHaveAttribute('aria-pressed', 'true')
    await again.click(again.get.getByRole('button', { name: 'Show all GPUs' }))
    expect(again.address).not.toContain('gpus=')
  })

  it('are chosen by Ctrl and a click on a line, not next to one', async () => {
    const line = (percent: number) => (second: number) => ({
      values: { 'utilization.gpu': percent, 'power.draw': 300 + (second % 2) },
    })
    const page = await Dashboard.open('/GPU-Resources?range=1m&by=gpu', {
      gpus: 3,
      changes: { 0: line(20), 1: line(50), 2: line(80) },
    })
    const ctrlClick = (percent: number) => clickPlot(page, firstPlot(page), 0.5, 1 - percent / 100, { ctrlKey: true })

    await ctrlClick(80)
    expect(page.address).toMatch(/gpus=2$/)
    await page.click(page.get.getByRole('button', { name: 'Show all GPUs' }))
    expect(page.address).not.toContain('gpus=')
    await ctrlClick(20)
    expect(page.address).toMatch(/gpus=0$/)
    await ctrlClick(65)
    expect(page.address).toMatch(/gpus=0$/)
  })

  it('are those that vary most of twenty GPUs, until all are requested', async () => {
    const page = await Dashboard.open('/GPU-Resources?by=gpu', { gpus: 20 })
    expect(page.get.getByText(/show the 8 of 20 GPUs that vary most/)).toBeInTheDocument()
    expect(gpuRows(readout(page))).toHaveLength(20)
    expect(within(readout(page)).getByRole('rowheader', { name: 'All' })).toBeInTheDocument()

    await page.click(page.get.getByRole('button', { name: 'Show all 20' }))
    expect(page.address).toMatch(/gpus=0,1,2/)
    expect(page.get.getByText(/Showing the selected GPUs\./)).toBeInTheDocument()
    await page.click(page.get.getByRole('button', { name: 'Show the 8 that vary most' }))
    expect(page.address).not.toContain('gpus=')
  })
})

describe('the range of the charts', () => {
  it.each([
    ['1 min', 'if a load swings', '', 100],
    ['5 min', 'if no load swings', '', 50],
    ['15 min', 'if the address has it', '?range=15m', 100],
  ])('opens on %s %s', async (name, _, query, most) => {
    const wave = (second: number) => ({ values: { 'utilization.gpu': second % 6 < 3 ? 0 : most } })
    const page = await Dashboard.open(`/GPU-Resources${query}`, { gpus: 1, changes: { 0: wave } })

    expect(page.get.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
  })

  it('is as long as gpulse has run, after a start', async () => {
    const startedAt = new Date(BEGIN).toISOString()
    const status: ApiHandler = ({ path }) => (path === 'status' ? ok({ startedAt, checks: [], steps: [] }) : null)
    const page = await Dashboard.open('/GPU-Resources?range=5m', { api: [status] })
    for (let i = 0; i < 6; i++) await page.catchUp()

    expect(textOf(chartRows(page)[0])).toMatch(/\d+\W(s|min) of 5\Wmin so far/)
  })

  it('is common to all pages of a browser', async () => {
    const page = await Dashboard.open('/GPU-Resources?range=5m')
    const quarter = () => page.get.getByRole('button', { name: '15 min' })

    await page.press(']')
    expect(page.address).toMatch(/range=15m/)
    await page.press('6')
    expect(page.address).toMatch(/^\/NVLink-Timeline/)
    expect(quarter()).toHaveAttribute('aria-pressed', 'true')
    await page.press('1')
    expect(page.address).toMatch(/^\/GPU-Utilization/)
    expect(quarter()).toHaveAttribute('aria-pressed', 'true')
  })
})
