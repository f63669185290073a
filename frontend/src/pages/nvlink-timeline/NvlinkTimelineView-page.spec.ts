import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { complaints } from '@/testing/complaints'
import { Dashboard } from '@/testing/dashboard'
import { BUSY } from '@/testing/machine'
import { chartTitles, gpuRows, numbersOf, readout } from '@/testing/timelines'

/** A machine whose links carry more with every second. */
const RISING = {
  1: (second: number): Partial<Gpu> => ({
    values: { 'utilization.gpu': 7, 'nvlink.rx': second * 1e8, 'nvlink.tx': 1e9 },
  }),
}
const numbers = (page: Dashboard) => gpuRows(readout(page)).map(numbersOf)

describe('the timeline of NVLink', () => {
  it('shows new numbers with each snapshot', async () => {
    const complained = complaints()
    const page = await Dashboard.open('/NVLink-Timeline', { changes: RISING })
    const before = numbers(page)
    expect(before).toHaveLength(8)
    // The mean of the last five seconds, 145 to 149.
    expect(before[1]?.[1]).toBeCloseTo(14.7, 5)

    await page.advance(1)
    expect(numbers(page)).not.toEqual(before)
    expect(numbers(page)[1]?.[1]).toBeCloseTo(14.8, 5)
    expect(complained()).toEqual([])
  })

  it('is frozen by a pause', async () => {
    const page = await Dashboard.open('/NVLink-Timeline', { changes: RISING })
    await page.press(' ')
    expect(page.get.getByTestId('connection')).toHaveTextContent('Paused')
    const frozen = numbers(page)

    await page.advance(3)
    expect(numbers(page)).toEqual(frozen)
    await page.press(' ')
    await page.advance(1)
    expect(numbers(page)).not.toEqual(frozen)
  })

  it('is replaced by the reason on a machine without NVLink', async () => {
    const complained = complaints()
    const absent: Gpu['absent'] = { 'nvlink.tx': 'NOT_SUPPORTED', 'nvlink.rx': 'NOT_SUPPORTED' }
    const page = await Dashboard.open('/NVLink-Timeline', {
      gpus: 1,
      changes: { 0: () => ({ values: { 'utilization.gpu': 3 }, absent }) },
    })

    expect(page.get.getByRole('heading', { name: 'This GPU has no NVLink' })).toBeInTheDocument()
    await page.click(page.get.getByRole('link', { name: 'PCIe timelines' }))
    expect(page.address).toMatch(/GPU-Resources\?charts=links/)
    expect(chartTitles(page)).toEqual(['PCIe to GPU', 'PCIe from GPU'])
    expect(complained()).toEqual([])
  })

  it('has a chart for each direction and numbers of every GPU', async () => {
    const page = await Dashboard.open('/NVLink-Timeline', { changes: BUSY })

    expect(chartTitles(page)).toHaveLength(2)
    const busy = [26.3, 27]
    const idle = [0, 0]
    expect(numbers(page)).toEqual(
      [busy, busy, busy, busy, idle, busy, busy, busy].map((each) => each.map((n) => expect.closeTo(n, 5) as number)),
    )
  })
})
