import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf, type DashboardOptions } from '@/testing/dashboard'
import { linkCell, linkRow } from '@/testing/link-rows'
import { LinkServer } from '@/testing/link-server'
import { HISTORY, type Changes } from '@/testing/machine'

const LIMITS = { 'nvlink.links': 18, 'nvlink.links.up': 18, 'nvlink.bandwidth.max': 478e9 }
const WITHOUT: Changes[number] = () => ({
  values: {},
  absent: { 'nvlink.rx': 'NOT_SUPPORTED', 'nvlink.tx': 'NOT_SUPPORTED' },
})
const matrix = (page: Dashboard) => within(page.get.getByRole('region', { name: 'Per link' }))

describe('the NVLinks of a recorded machine', () => {
  it('show what each GPU sends and receives, link by link and second by second', async () => {
    const complained = complaints()
    const rising: Changes[number] = (second) => ({
      values: { 'nvlink.rx': second < HISTORY ? 27e9 : 91e9, 'nvlink.tx': 26.3e9 },
    })
    const server = new LinkServer(2)
    const page = await Dashboard.open('/NVLink-Throughput', {
      gpus: 2,
      changes: { 0: rising },
      limits: LIMITS,
      api: [server.handle],
    })
    expect(document.title).toMatch(/ · NVLink throughput · gpulse$/)
    expect(linkCell(linkRow(page, 0), 'to')).toHaveTextContent(/^27\.0$/)
    expect(linkCell(linkRow(page, 0), 'from')).toHaveTextContent(/^26\.3$/)
    for (const index of [0, 1]) expect(linkCell(linkRow(page, index), 'Link')).toHaveTextContent('18 of 18 links up')

    await page.advance(6)
    expect(linkCell(linkRow(page, 0), 'to')).toHaveTextContent(/^91\.0$/)
    expect(linkCell(linkRow(page, 1), 'to')).toHaveTextContent(/^27\.0$/)
    expect(textOf(matrix(page).getByRole('heading'))).toMatch(/mean of 4 s, \d s old/)
    expect(matrix(page).getAllByRole('cell')).toHaveLength(36)
    expect(complained()).toEqual([])
  })

  it('are those of the GPUs of the page', async () => {
    const page = await Dashboard.open('/NVLink-Throughput', {
      gpus: 1,
      limits: LIMITS,
      api: [new LinkServer(2).handle],
    })

    expect(matrix(page).getAllByRole('cell')).toHaveLength(18)
  })

  it('that are down are named, with the bandwidth that is lost', async () => {
    const limits = { ...LIMITS, 'nvlink.links.up': 17, 'nvlink.bandwidth.max': 451.5e9 }
    const page = await Dashboard.open('/NVLink-Throughput', { gpus: 2, limits, api: [new LinkServer(2).handle] })

    expect(linkCell(linkRow(page, 0), 'Link')).toHaveTextContent('17 of 18 links up')
    expect(linkCell(linkRow(page, 0), 'Link')).toHaveTextContent('1 link down, 26.6 GB/s less each way')
    expect(within(linkRow(page, 0)).getAllByTestId('bar-lost')).toHaveLength(2)
    expect(matrix(page).getAllByRole('cell', { name: 'GPU 0, link 17: link down' })).toHaveLength(1)
    expect(
      matrix(page).getAllByRole('cell', { name: 'GPU 0, link 0: Not supported by this GPU or driver' }),
    ).toHaveLength(1)
    expect(matrix(page).getAllByRole('cell', { name: /GPU 1, link 3: 20\s%/ })).toHaveLength(1)
    expect(matrix(page).getByText('link down', { exact: true })).toBeInTheDocument()
  })

  it('stay with their age while they cannot be requested', async () => {
    const server = new LinkServer(2)
    const page = await Dashboard.open('/NVLink-Throughput', { gpus: 2, limits: LIMITS, api: [server.handle] })
    expect(matrix(page).getByTestId('age')).toHaveAttribute('data-stale', 'false')
    server.available = false
    await page.advance(8)

    expect(matrix(page).getByText('Link data could not be loaded: gpulse is busy')).toBeInTheDocument()
    expect(matrix(page).getByTestId('age')).toHaveTextContent(/([7-9]|\d\d)\ss old/)
    expect(matrix(page).getByTestId('age')).toHaveAttribute('data-stale', 'true')
    expect(matrix(page).getAllByRole('cell')).toHaveLength(36)
    // Fills fade, text does not.
    for (const group of matrix(page).getAllByRole('rowgroup')) expect(group).not.toHaveClass('outdated')
  })

  it('are not requested while the page is paused', async () => {
    const server = new LinkServer(2)
    const page = await Dashboard.open('/NVLink-Throughput', { gpus: 2, limits: LIMITS, api: [server.handle] })
    await page.advance(5)
    expect(server.requests).toBeGreaterThan(2)

    await page.press(' ')
    expect(page.get.getByTestId('connection')).toHaveTextContent('Paused')
    const before = server.requests
    await page.advance(10)
    expect(matrix(page).getByTestId('age')).toHaveAttribute('data-stale', 'true')
    expect(server.requests).toBe(before)

    await page.press(' ')
    await page.advance(2)
    expect(server.requests).toBeGreaterThan(before)
  })

  it('of a machine that has none are explained, with a link to the PCIe page', async () => {
    const complained = complaints()
    const page = await Dashboard.open('/NVLink-Throughput', { gpus: 2, changes: { 0: WITHOUT, 1: WITHOUT } })

    expect(page.get.getByRole('heading', { name: 'No GPU here has NVLink' })).toBeInTheDocument()
    expect(page.get.getByText(/NVIDIA H100 80GB HBM3 reports no NVLink connections/)).toBeInTheDocument()
    expect(page.get.queryAllByRole('row')).toEqual([])
    await page.click(page.get.getByRole('link', { name: /See PCIe throughput/ }))
    expect(page.address).toContain('PCIe-Throughput')
    expect(complained()).toEqual([])
  })

  it('of a GPU without NVLink are distinguished from links without traffic', async () => {
    const still: Changes[number] = () => ({ values: { 'nvlink.rx': 0, 'nvlink.tx': 0 } })
    const api = [new LinkServer(3).handle]
    const page = await Dashboard.open('/NVLink-Throughput', { gpus: 3, changes: { 0: WITHOUT, 1: still }, api })

    expect(linkCell(linkRow(page, 0), 'Link')).toHaveTextContent('no NVLink')
    expect(within(linkRow(page, 0)).getAllByTestId('bar-absent')).toHaveLength(2)
    expect(linkCell(linkRow(page, 1), 'to')).toHaveTextContent(/^0$/)
    expect(within(linkRow(page, 1)).queryByTestId('bar-absent')).toBeNull()
  })
})

describe('the views of the tab NVLink', () => {
  const tabs = (page: Dashboard) => within(page.get.getByRole('navigation', { name: 'Live charts' }))
  const open = (options: DashboardOptions) =>
    Dashboard.open('/NVLink-Throughput?view=pairs', { gpus: 1, api: [new LinkServer(1).handle], ...options })

  it('are those of the links', async () => {
    expect(tabs(await open({ limits: LIMITS })).getByRole('link', { name: 'Pairs' })).toBeInTheDocument()
  })

  it('are none without links', async () => {
    const page = await open({ changes: { 0: WITHOUT } })
    expect(tabs(page).queryByRole('link', { name: 'Pairs' })).toBeNull()
    expect(page.get.getByText('This GPU has no NVLink')).toBeInTheDocument()
  })
})
