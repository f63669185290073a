import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { AFTER, BEFORE, CHANGING, SETTLED_SECONDS } from '@/testing/changing'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { BROKEN, BUSY } from '@/testing/machine'
import { currentValue, currentValues } from '@/testing/values'

const NOW = 1

/** Row of a GPU; the first row is the header, the second one is of all GPUs. */
function laneOf(page: Dashboard, gpu: number): HTMLElement {
  const row = within(page.get.getByRole('table', { name: 'Utilization' })).getAllByRole('row')[gpu + 2]
  if (row === undefined) throw new Error(`No row of GPU ${gpu}`)
  return row
}

function nowOf(row: HTMLElement): HTMLElement {
  const cell = within(row).getAllByRole('cell')[NOW]
  if (cell === undefined) throw new Error('No current value')
  return cell
}

/** Records the maximum number of points of a line on a canvas; hatched gaps have one. */
function cornersOf(chart: HTMLElement): () => number {
  const context = (chart as HTMLCanvasElement).getContext('2d')
  if (context === null) throw new Error('Not a canvas')
  let corners = 0
  let longest = 0
  const begin = () => {
    corners = 0
  }
  Object.assign(context, {
    beginPath: begin,
    moveTo: begin,
    lineTo: () => {
      corners++
    },
    stroke: () => {
      longest = Math.max(longest, corners)
    },
  })
  return () => longest
}

describe('the utilization of a recorded machine', () => {
  it('is that of the newest snapshots', async () => {
    const warnings = complaints()
    const page = await Dashboard.open('/GPU-Utilization', { changes: CHANGING })
    const now = () => currentValue(nowOf(laneOf(page, 0)), 'utilization.gpu')
    expect(page.get.getByRole('heading', { name: 'GPU utilization' })).toBeInTheDocument()
    expect(document.title).toMatch(/8 GPUs · .* · GPU utilization · gpulse$/)
    expect(now()).toBe(BEFORE['utilization.gpu'])

    await page.advance(SETTLED_SECONDS)

    expect(now()).toBe(AFTER['utilization.gpu'])
    expect(warnings()).toEqual([])
  })

  it('is drawn in a chart for each GPU and one for all', async () => {
    const page = await Dashboard.open('/GPU-Utilization', { changes: BUSY })

    const charts = within(page.get.getByRole('table')).getAllByRole('img', { name: /over time/ })
    expect(charts).toHaveLength(9)
    const corners = charts.map(cornersOf)
    await page.advance(SETTLED_SECONDS)
    for (const longest of corners) expect(longest()).toBeGreaterThan(20)
  })

  it('stays the same while the page is paused and is current after resuming', async () => {
    const page = await Dashboard.open('/GPU-Utilization', { changes: CHANGING })
    const table = page.get.getByRole('table')
    const shown = () => currentValues(table).map(textOf)
    const now = () => currentValue(nowOf(laneOf(page, 0)), 'utilization.gpu')

    await page.press(' ')
    expect(page.get.getByTestId('connection')).toHaveTextContent('Paused')
    const held = shown()
    await page.advance(SETTLED_SECONDS)
    expect(shown()).toEqual(held)
    expect(now()).toBe(BEFORE['utilization.gpu'])

    await page.press(' ')
    expect(page.get.getByTestId('connection')).not.toHaveTextContent('Paused')
    expect(shown()).not.toEqual(held)
    expect(now()).toBe(AFTER['utilization.gpu'])
  })

  it('takes its range from the address and changes it by key', async () => {
    const page = await Dashboard.open('/GPU-Utilization?range=15m', { changes: BUSY })
    expect(page.get.getByRole('button', { name: '15 min' })).toHaveAttribute('aria-pressed', 'true')

    await page.press('[')
    await page.press('[')

    expect(page.address).toMatch(/range=1m/)
    expect(page.get.getByRole('button', { name: '15 min' })).toHaveAttribute('aria-pressed', 'false')
  })

  it('of a lost GPU keeps its last values as outdated ones, with the reason', async () => {
    const page = await Dashboard.open('/GPU-Utilization', { changes: BROKEN })

    const lost = laneOf(page, 3)
    expect(textOf(lost)).toMatch(/Lost *since \d\d:\d\d/)
    expect(textOf(nowOf(lost))).toMatch(/^\d+ %stale/)
    expect(currentValues(lost)).toEqual([])
    const corners = cornersOf(within(lost).getByRole('img', { name: /over time/ }))
    await page.advance(SETTLED_SECONDS)
    expect(corners()).toBeGreaterThan(20)
  })
})
