import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Host } from '@/api/types'
import { ok, type ApiHandler } from '@/testing/api'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf, type DashboardOptions } from '@/testing/dashboard'
import { BLIND, LARGE } from '@/testing/large-host'
import { HISTORY, snapshot } from '@/testing/machine'
import { chartTitles, numbersOf } from '@/testing/timelines'

/** The values of the host are part of the stream, its parts are requested. */
function machine(host: Host, gpus = 8): DashboardOptions {
  const parts: ApiHandler = ({ path }) => (path === 'host' ? ok(host) : null)
  const { hostname, values, absent } = host
  return { api: [parts], gpus, host: { hostname, values, absent } }
}

/** Value of the first row of the readout with this label. */
function valueOf(page: Dashboard, label: string): HTMLElement {
  const header = page.get.getAllByRole('rowheader').find((each) => textOf(each).includes(label))
  const value = header?.nextElementSibling
  if (!(value instanceof HTMLElement)) throw new Error(`No value of ${label}`)
  return value
}

const requested = (page: Dashboard) => page.requests.filter(({ path }) => path === 'host').length

describe('the page of the machine', () => {
  it('shows the numbers of the latest snapshot, and new ones with the next', async () => {
    const complained = complaints()
    const page = await Dashboard.open('/Machine-Resources', machine(LARGE))
    expect(document.title).toMatch(/ · Machine resources · gpulse$/)
    expect(numbersOf(valueOf(page, '15 min'))).toEqual([220])
    expect(numbersOf(valueOf(page, 'CPU'))).toEqual([97])
    expect(within(page.get.getByRole('img', { name: /256 threads/ })).getAllByTitle(/^thread \d+/)).toHaveLength(256)

    const values = { ...LARGE.values, 'host.load.15m': 180, 'host.cpu.utilization': 60 }
    page.feed.play(snapshot(HISTORY, { host: { ...machine(LARGE).host, values } }))
    await page.settle()
    expect(numbersOf(valueOf(page, '15 min'))).toEqual([212])
    expect(numbersOf(valueOf(page, 'CPU'))).toEqual([89.6])
    expect(complained()).toEqual([])
  })

  it('has the CPU next to the GPUs, and every thread, disk and network', async () => {
    const complained = complaints()
    const page = await Dashboard.open('/Machine-Resources', machine(LARGE))

    expect(chartTitles(page)).toEqual(['CPU', 'GPUs', 'Memory', 'Disks', 'Network', 'Load'])
    expect(page.get.getByRole('main')).toHaveTextContent('the GPUs may be waiting for the CPU')
    expect(page.get.getByRole('img', { name: '256 threads, 243 saturated' })).toBeInTheDocument()
    expect(page.get.getByText('pt_data_worker')).toBeInTheDocument()
    expect(page.get.getByRole('row', { name: /ib0/ })).toHaveTextContent('error')

    const only = () => page.get.getByRole('button', { name: 'Show nvme3n1 only' })
    await page.click(only())
    expect(chartTitles(page)[3]).toBe('Disk nvme3n1')
    expect(page.address).toMatch(/disk=nvme3n1/)
    await page.click(only())
    expect(chartTitles(page)[3]).toBe('Disks')
    expect(complained()).toEqual([])
  })

  it('names the reason of each missing value, and no number', async () => {
    const complained = complaints()
    const page = await Dashboard.open('/Machine-Resources', machine(BLIND))

    const missing = within(page.get.getByRole('list', { name: 'Not available on this host' }))
      .getAllByRole('listitem')
      .map(textOf)
    expect(missing).toHaveLength(4)
    expect(missing).toContainEqual(expect.stringContaining('Memory gpulse has no permission to read it'))
    expect(chartTitles(page)).toEqual(['GPUs', 'Load'])
    expect(numbersOf(valueOf(page, 'CPU'))).toEqual([])
    expect(page.get.getByText(/No physical disks found\./)).toBeInTheDocument()
    expect(complained()).toEqual([])
  })

  it('works without any GPU, and is linked where there is none', async () => {
    const page = await Dashboard.open('/', machine(LARGE, 0))

    await page.click(within(page.get.getByRole('main')).getByRole('link', { name: 'Machine resources' }))
    expect(page.address).toMatch(/^\/Machine-Resources/)
    expect(chartTitles(page)).toEqual(['CPU', 'Memory', 'Disks', 'Network', 'Load'])
    expect(page.get.getByRole('img', { name: '256 threads, 243 saturated' })).toBeInTheDocument()
  })

  it('is frozen by a pause, which ends its requests', async () => {
    const page = await Dashboard.open('/Machine-Resources', machine(LARGE))
    await page.press(' ')
    expect(page.get.getByTestId('connection')).toHaveTextContent('Paused')
    const before = requested(page)
    expect(before).toBeGreaterThan(0)

    const values = { ...LARGE.values, 'host.load.15m': 180 }
    page.feed.play(snapshot(HISTORY, { host: { ...machine(LARGE).host, values } }))
    await page.pass(600)
    expect(numbersOf(valueOf(page, '15 min'))).toEqual([220])
    await page.advance(3)
    expect(requested(page)).toBe(before)
    await page.press(' ')
    await page.advance(2)
    expect(numbersOf(valueOf(page, '15 min'))).not.toEqual([220])
    expect(requested(page)).toBeGreaterThan(before)
  })
})
