import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { Dashboard, textOf } from '@/testing/dashboard'
import { chartRow, chartTitles, numbersOf, samples } from '@/testing/timelines'

describe('an added timeline of one GPU', () => {
  it('is chosen from the catalogue, kept in the address, and removed', async () => {
    const page = await Dashboard.open('/gpus/0', { api: [samples((_, __, second) => 1e6 + 500 * second)] })
    await page.click(page.get.getByRole('button', { name: '+ panel' }))
    await page.type(page.get.getByRole('searchbox'), 'energy')
    await page.click(page.get.getByRole('button', { name: /^Energy used/ }))
    expect(page.address).toMatch(/panels=energy\.total/)

    await page.catchUp()
    expect(textOf(chartRow(page, 'Energy used'))).toMatch(/kJ · added since then · data since \d\d:\d\d:\d\d/)
    expect(numbersOf(within(chartRow(page, 'Energy used')).getByTestId('chart-value'))[0]).toBeGreaterThan(0)

    const again = await page.reload()
    await again.catchUp()
    expect(chartRow(again, 'Energy used')).toHaveTextContent('data since')
    await again.click(again.get.getByRole('button', { name: 'Remove the timeline: Energy used' }))
    expect(chartTitles(again)).not.toContain('Energy used')
    expect(again.router.currentRoute.value.query['panels']).toBeUndefined()
  })

  it('requests samples while it is shown, and none during a pause', async () => {
    const page = await Dashboard.open('/gpus/0?panels=clocks.current.memory', { api: [samples(() => 2619)] })
    const requests = () => page.requests.filter(({ query }) => query.get('metrics') === 'clocks.current.memory')
    await page.advance(4)
    expect(requests().length).toBeGreaterThan(2)
    expect(new Set(requests().map(({ query }) => query.get('gpus')))).toEqual(
      new Set(['GPU-de300000-0000-4000-8000-000000000000']),
    )

    await page.press(' ')
    expect(page.get.getByRole('button', { name: /Resume/ })).toBeInTheDocument()
    const paused = requests().length
    await page.click(page.get.getByRole('button', { name: /Theme/ }))
    await page.advance(4)
    expect(requests().length - paused).toBeLessThanOrEqual(1)

    await page.press(' ')
    await page.advance(2)
    const resumed = requests().length
    expect(resumed).toBeGreaterThan(paused + 1)
    await page.press('1')
    expect(page.address).toMatch(/^\/GPU-Utilization/)
    await page.advance(4)
    expect(requests().length - resumed).toBeLessThanOrEqual(1)
  })
})
