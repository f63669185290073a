import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { ok, refused, type ApiHandler } from '@/testing/api'
import { CATALOGUE } from '@/testing/catalogue'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { BROKEN, snapshot } from '@/testing/machine'
import { metricOf, numbersOf, secondNow } from '@/testing/timelines'

/** Number of a gauge, which has to be there. */
function gaugeNumber(page: Dashboard, metric: string): number | undefined {
  const element = gauge(page, metric)
  if (element === null) throw new Error(`No gauge of ${metric}`)
  return numbersOf(element)[0]
}
const gauge = (page: Dashboard, metric: string) =>
  metricOf(within(page.get.getByRole('list', { name: 'Current values' })).getAllByRole('listitem'), metric)
const fact = (page: Dashboard, metric: string) => metricOf(page.get.getAllByTestId('fact'), metric)

const LINKS: Gpu['links'] = Array.from({ length: 18 }, (_, link) => ({
  link,
  values: { 'link.nvlink.state': 1, 'link.nvlink.rx': 1.5e9, 'link.nvlink.tx': 1.4e9 },
  facts: {},
  absent: {},
}))

/** Everything that the server has about a GPU, beyond the stream. */
const details: ApiHandler = ({ path }) => {
  const gpu = snapshot(secondNow()).gpus.find(({ uuid }) => path === `gpus/${uuid ?? ''}`)
  if (gpu === undefined) return null
  return ok({
    ...gpu,
    values: { ...gpu.values, 'power.min_limit': 200 },
    facts: { vbios_version: '96.00.89.00.01' },
    absent: { 'fan.speed': 'NOT_SUPPORTED', 'driver_model.current': 'NOT_SUPPORTED', 'gom.current': 'NOT_SUPPORTED' },
    links: LINKS,
  })
}
const busy: ApiHandler = ({ path }) => (path.startsWith('gpus/') ? refused(503, 'busy') : null)

describe('the values of one GPU', () => {
  it('are those of the server, and new ones with each snapshot', async () => {
    const complained = complaints()
    const page = await Dashboard.open('/gpus/0?open=identity,clocks,links', { api: [details] })
    await page.settle()
    expect(document.title).toMatch(/ · GPU 0 · gpulse$/)
    expect(page.get.getByRole('heading', { level: 1 })).toHaveTextContent('GPU 0')

    const power = () => gaugeNumber(page, 'power.draw')
    const before = power()
    await page.advance(1)
    expect(before).toBeGreaterThan(0)
    expect(power()).not.toBe(before)
    expect(gauge(page, 'memory.used')).toHaveTextContent('79.7')
    expect(fact(page, 'power.min_limit')).toHaveTextContent('200')
    expect(fact(page, 'vbios_version')).toHaveTextContent('96.00.89.00.01')
    expect(fact(page, 'driver_model.current')).toBeNull()

    const all = page.get.getByTestId('fold-all')
    expect(textOf(all)).toMatch(/^All values\d+ values · \d+ not supported: Fan, /)
    expect(numbersOf(all)).toEqual([])
    expect(within(page.get.getByRole('list', { name: 'NVLinks' })).getAllByRole('listitem')).toHaveLength(18)
    expect(within(page.get.getByRole('list', { name: 'Used by' })).getByRole('listitem')).toHaveTextContent('train.py')
    expect(complained()).toEqual([])
  })

  it('of the reasons for reduced clocks are shares of the time', async () => {
    const idle = (): Partial<Gpu> => ({ values: { 'utilization.gpu': 0, 'clocks_event_reasons.active': 1 } })
    const page = await Dashboard.open('/gpus/0?range=1m&open=clocks', { gpus: 1, changes: { 0: idle }, api: [busy] })
    expect(gauge(page, 'utilization.gpu')).toHaveTextContent('0')
    const reasons = within(page.get.getByRole('list', { name: 'Clock throttle reasons' }))
      .getAllByRole('listitem')
      .map(textOf)
    expect(reasons).toEqual([
      expect.stringMatching(/Idle.*100\s?%/),
      expect.stringMatching(/^0\s?%.*Power limit, Heat, .*Full speed$/),
    ])
  })

  it('include every metric of the catalogue', async () => {
    const page = await Dashboard.open('/gpus/0?open=all', { api: [details] })
    await page.settle()
    const all = page.get.getByTestId('fold-all')

    const facts = within(all).getAllByTestId('fact')
    expect(facts).toHaveLength(CATALOGUE.filter(({ scope }) => scope === 'GPU').length)
    expect(metricOf(facts, 'gom.current')).toHaveTextContent('not supported')
    expect(metricOf(facts, 'fan.speed')).toHaveTextContent(/^Fan speed\s*not supported$/)
  })

  it('have a sentence instead if they cannot be loaded or read', async () => {
    const page = await Dashboard.open('/gpus/0', { changes: BROKEN, api: [busy] })

    expect(gauge(page, 'power.draw')).toHaveTextContent('error')
    expect(page.get.getByText(/could not be loaded: busy/)).toBeInTheDocument()
  })
})
