import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ok, type ApiHandler } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { LinkServer } from '@/testing/link-server'
import { limitsSnapshot } from '@/testing/machine'
import { bodyRows, cellOf } from '@/testing/tables'

const LIMITS = { 'nvlink.links': 18, 'nvlink.links.up': 18, 'nvlink.bandwidth.max': 478e9 }
const panel = (page: Dashboard) => page.get.getByTestId('link-health')

/** Counters of an older generation, all of them 0. */
const older: ApiHandler = ({ path, query }) => {
  if (path !== 'snapshot' || query.get('metrics')?.includes('recovery') !== true) return null
  const counters = { 'link.nvlink.errors.replay': 0, 'link.nvlink.errors.recovery': 0, 'link.nvlink.errors.crc': 0 }
  const links = [0, 1].map((link) => ({ link, values: { 'link.nvlink.state': 1, ...counters }, facts: {}, absent: {} }))
  const answer = limitsSnapshot({ gpus: 2 })
  return ok({ ...answer, gpus: answer.gpus.map((gpu) => ({ ...gpu, links })) })
}

describe('the health of links', () => {
  it('names the link of 36 that recovered 505 times, in the table and in the matrix', async () => {
    const server = new LinkServer(2)
    server.withHealth = true
    const page = await Dashboard.open('/NVLink-Throughput', { gpus: 2, limits: LIMITS, api: [server.handle] })

    expect(panel(page)).toHaveTextContent('2 of 36 links differ from the others.')
    const [recovered, faulty, ...others] = bodyRows(panel(page))
    expect(others).toEqual([])
    if (recovered === undefined || faulty === undefined) throw new Error('Two links differ')
    expect(textOf(recovered)).toMatch(/^0 ?7/)
    expect(textOf(cellOf(recovered, 'Recoveries'))).toMatch(/^505 ?others: 0$/)
    expect(cellOf(recovered, 'Effective bit error ratio')).toHaveTextContent('none')
    expect(textOf(faulty)).toMatch(/^1 ?2/)
    expect(textOf(cellOf(faulty, 'Effective bit error ratio'))).toMatch(/^3×10⁻¹² ?limit: 1×10⁻¹²$/)
    expect(textOf(cellOf(faulty, 'Recoveries'))).toBe('0')

    await page.click(within(panel(page)).getByRole('button', { name: 'All (36)' }))
    const all = bodyRows(panel(page))
    expect(all).toHaveLength(36)
    const down = all.find((row) => /^1 ?17/.test(textOf(row)))
    expect(down).toHaveTextContent('link down')
    expect(down).not.toHaveTextContent('none')

    await page.click(page.get.getByRole('link', { name: 'Bars' }))
    expect(page.get.getAllByRole('cell', { name: /GPU 0, link 7: .* differs from the others/ })).toHaveLength(1)
    expect(page.get.getAllByRole('cell', { name: /differs from the others/ })).toHaveLength(2)
  })

  it('has the links of the GPUs that a frame shows, compared with all of the machine', async () => {
    const server = new LinkServer(4)
    server.withHealth = true
    const page = await Dashboard.open('/NVLink-Throughput', {
      gpus: 4,
      limits: LIMITS,
      api: [server.handle],
      chosen: '0,2',
    })

    expect(panel(page)).toHaveTextContent('1 of 36 links differs from the others.')
    await page.click(within(panel(page)).getByRole('button', { name: 'All (36)' }))
    expect(new Set(bodyRows(panel(page)).map((row) => textOf(row).charAt(0)))).toEqual(new Set(['0', '2']))
  })

  it('of links without errors has the counters of their generation', async () => {
    const page = await Dashboard.open('/NVLink-Throughput?view=pairs', {
      gpus: 2,
      limits: LIMITS,
      api: [older, new LinkServer(2).handle],
    })

    expect(panel(page)).toHaveTextContent('No link differs from the others.')
    expect(within(panel(page)).queryByRole('table')).toBeNull()
    await page.click(within(panel(page)).getByRole('button', { name: /^All/ }))
    const headers = within(panel(page)).getAllByRole('columnheader').map(textOf)
    expect(headers).toEqual(['GPU', 'Link', 'Replays', 'Recoveries', 'CRC errors'])
  })
})
