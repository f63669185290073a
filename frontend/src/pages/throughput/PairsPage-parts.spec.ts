import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { Dashboard, textOf } from '@/testing/dashboard'
import type { Changes } from '@/testing/machine'
import { PairServer } from '@/testing/pair-server'
import { bodyRows } from '@/testing/tables'
import { CRC, cell, isPairs, matrix, open, region, ring, shown } from '@/testing/pairs-page'

describe('a machine of which a part is known', () => {
  it('has the figures of a lost GPU from the other end', async () => {
    const server = ring()
    server.lost = [1]
    const page = await open(server, '?view=pairs', { 1: () => ({ state: 'LOST', values: {} }) })

    expect(cell(page, /^GPU 1 → GPU 0/)).toHaveAccessibleName('GPU 1 → GPU 0: 4.0 GB/s, 2 of 2 links up')
    await page.click(cell(page, /^GPU 1 → GPU 0/))
    const rows = bodyRows(region(page, 'GPU 0 ↔ GPU 1')).map(textOf)
    expect(rows[4]).toMatch(/^0 not read ?– ?– ?– ?– ?–$/)
  })

  it('has a link that is down in the pair, with its share of all', async () => {
    const server = ring()
    server.changes = { '0/1': { 'link.nvlink.state': 0 }, '1/1': { 'link.nvlink.state': 0 } }
    const page = await open(server)

    expect(cell(page, /^GPU 0 → GPU 1/)).toHaveAccessibleName('GPU 0 → GPU 1: 5.0 GB/s, 1 of 2 links up')
    expect(region(page, 'GPU 0 ↔ GPU 1')).toHaveTextContent('1 of 2 links is down.')
    expect(page.get.getByText(/1 of 5 links is down$/)).toBeInTheDocument()
  })

  it('has links apart that were down before their other end could be read', async () => {
    const server = new PairServer([
      ['GPU1', null],
      ['GPU0', null],
    ])
    server.changes = { '0/1': { 'link.nvlink.state': 0 }, '1/1': { 'link.nvlink.state': 0 } }
    const page = await open(server, '?view=pairs')

    expect(matrix(page)).toHaveTextContent('the other end is not known: GPU 0, link 1, GPU 1, link 1')
  })

  it('has no traffic and no 0 where the driver reports none', async () => {
    const server = ring()
    server.silent = 'NOT_SUPPORTED'
    const page = await open(server, '?view=pairs')

    const pair = cell(page, /^GPU 0 → GPU 1/)
    expect(pair).toHaveAccessibleName('GPU 0 → GPU 1: Not supported by this GPU or driver, 2 of 2 links up')
    expect(shown(pair)).toMatch(/^– ?2 \/ 2$/)
    expect(textOf(bodyRows(region(page, 'GPU 0 ↔ GPU 1'))[1])).toMatch(/^0 up ?– ?– ?0/)
  })

  it('without NVLink has no pairs', async () => {
    const without: Changes[number] = () => ({
      values: {},
      absent: { 'nvlink.rx': 'NOT_SUPPORTED', 'nvlink.tx': 'NOT_SUPPORTED' },
    })
    const page = await Dashboard.open('/NVLink-Throughput?view=pairs', { gpus: 2, changes: { 0: without, 1: without } })

    expect(page.get.getByRole('heading', { name: 'No GPU here has NVLink' })).toBeInTheDocument()
    expect(isPairs(page)).toBe(false)
  })
})

describe('the ports to an NVSwitch', () => {
  it('are 8 rows of 18, with their sum and what is down', async () => {
    const server = PairServer.switched(8, 18)
    server.changes = { '6/11': { 'link.nvlink.state': 0 }, '2/4': { [CRC]: 38 }, '5/4': { [CRC]: 3 } }
    const page = await open(server)

    expect(within(matrix(page)).getAllByRole('button')).toHaveLength(144)
    expect(cell(page, /^GPU 6, port 11:/)).toHaveAccessibleName('GPU 6, port 11: down')
    const [, first, , , , , , seventh] = within(matrix(page)).getAllByRole('row')
    expect(
      textOf(
        within(first ?? document.body)
          .getAllByRole('cell')
          .at(-1),
      ),
    ).toBe('126')
    expect(
      textOf(
        within(seventh ?? document.body)
          .getAllByRole('cell')
          .at(-1),
      ),
    ).toBe('119')
    expect(page.get.getByText(/^Every pair goes through NVSwitch.* 1 of 144 links is down$/)).toBeInTheDocument()
    expect(region(page, 'GPU 6, port 11')).toHaveTextContent('The link is down.')

    await page.click(cell(page, /^GPU 2, port 4:/))
    expect(region(page, 'GPU 2, port 4')).toHaveTextContent('Several GPUs have errors at this port: check the switch.')
    expect(bodyRows(region(page, 'Ports with errors')).map(textOf)).toEqual([
      expect.stringMatching(/^6 : 11 ?down/),
      expect.stringMatching(/^2 : 4 ?– ?38$/),
      expect.stringMatching(/^5 : 4 ?– ?3$/),
    ])
  })

  it('of which no other end is known have a note', async () => {
    const page = await open(
      new PairServer([
        [null, null],
        [null, null],
      ]),
      '?view=pairs',
    )

    expect(page.get.getByText(/^The other ends of the links are not known/)).toBeInTheDocument()
    expect(within(matrix(page)).getAllByRole('button')).toHaveLength(4)
  })
})
