import { fireEvent } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Dashboard } from '@/testing/dashboard'
import { crosshairOf } from '@/testing/layout'
import {
  firstChart,
  firstPlot,
  HOUR,
  inAddress,
  lastQuery,
  openHistory,
  queriedMillis,
  readout,
} from '@/testing/history-page'
import { GAP, NOW } from '@/testing/past'
import { bodyRows, cellOf } from '@/testing/tables'

const brush = (page: Dashboard) => page.get.getByRole('slider', { name: 'Time shown by the charts' })

/** Utilization of the first GPU in the readout. */
function utilization(page: Dashboard): HTMLElement {
  const [first] = bodyRows(readout(page))
  if (first === undefined) throw new Error('The readout is empty')
  return cellOf(first, 'Util')
}

describe('the crosshair of the history page', () => {
  it('reads all charts, and is kept in the address by a click', async () => {
    const { page } = await openHistory('/History?range=12h')
    const plot = firstPlot(page)
    const gap = ((GAP.from + GAP.to) / 2 - (NOW - 12 * HOUR)) / (12 * HOUR)
    page.point(plot, gap)
    await page.settle()
    expect(utilization(page)).toHaveTextContent('no samples')

    page.point(plot, 0.8)
    await page.settle()
    expect(utilization(page)).toHaveTextContent(/\d/)
    const line = page.get.queryByTestId('crosshair')?.style.left
    expect(parseFloat(line ?? '') / 100).toBeCloseTo(crosshairOf(firstChart(page)) / plot.clientWidth, 3)
    await page.drag(plot, 0.8, 0.8)
    expect(inAddress(page, 'at')).not.toBeNull()
    await page.press('Escape')
    expect(inAddress(page, 'at')).toBeNull()
  })
})

describe('the overview of everything that is kept', () => {
  it('moves and resizes its window by keys', async () => {
    const { page, server } = await openHistory('/History?range=12h')
    brush(page).focus()
    expect(brush(page)).toHaveAttribute('aria-valuetext', expect.stringContaining(' – '))

    await page.press('ArrowLeft')
    expect(lastQuery(server).get('to')).not.toBeNull()
    const from = lastQuery(server).get('from')
    const to = Date.parse(lastQuery(server).get('to') ?? '')
    expect(queriedMillis(server) / HOUR).toBeCloseTo(12, 0)
    expect(NOW - to).toBeGreaterThan(HOUR)

    await page.press('ArrowLeft', { shiftKey: true })
    expect(Date.parse(lastQuery(server).get('to') ?? '')).toBeLessThan(to)
    expect(lastQuery(server).get('from')).toBe(from)
    expect(inAddress(page, 'from')).toBe(from)
  })

  it('chooses a period by a drag next to its window', async () => {
    const { page, server } = await openHistory('/History?range=12h')
    const strip = brush(page).parentElement
    if (strip === null) throw new Error('There is no overview')
    await page.drag(strip, 0.2, 0.4)

    expect(lastQuery(server).get('from')).not.toBeNull()
    expect(queriedMillis(server) / (24 * HOUR)).toBeCloseTo(4, 0)
  })

  it('moves its window to a click next to it', async () => {
    const { page, server } = await openHistory('/History?range=12h')
    const strip = brush(page).parentElement
    if (strip === null) throw new Error('There is no overview')
    const place = page.point(strip, 0.5)
    fireEvent(strip, new PointerEvent('pointerdown', { ...place, button: 0 }))
    fireEvent(strip, new PointerEvent('pointerup', { ...place, button: 0 }))
    await page.settle()

    expect(queriedMillis(server) / HOUR).toBeCloseTo(12, 0)
    expect((NOW - Date.parse(lastQuery(server).get('to') ?? '')) / (24 * HOUR)).toBeCloseTo(10 - 0.25, 0)
  })
})
