import { fireEvent, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { complaints } from '@/testing/complaints'
import { textOf } from '@/testing/dashboard'
import { bodyRows } from '@/testing/tables'
import { CRC, cell, isPairs, matrix, open, region, ring, shown, worst } from '@/testing/pairs-page'

describe('the pairs of GPUs with direct links', () => {
  it('have the traffic from the row to the column, and the links that are up', async () => {
    const complained = complaints()
    const page = await open(ring(), '?view=pairs')

    expect(cell(page, /^GPU 0 → GPU 1/)).toHaveAccessibleName('GPU 0 → GPU 1: 10.0 GB/s, 2 of 2 links up')
    expect(shown(cell(page, /^GPU 0 → GPU 2/))).toMatch(/^5\.0 ?1 \/ 1$/)
    expect(shown(cell(page, /^GPU 3 → GPU 2/))).toMatch(/^10\.0 ?2 \/ 2$/)
    const row = within(matrix(page)).getAllByRole('row')[2]
    expect(
      within(row ?? document.body)
        .getAllByRole('cell')
        .map(textOf),
    ).toEqual([expect.stringMatching(/^10\.0/), '', 'PCIe', 'PCIe'])
    const ground = cell(page, /^GPU 0 → GPU 1/).closest('td')?.firstElementChild
    expect(ground?.getAttribute('style')).toContain('17.4%')
    expect(page.get.getByText(/^0 of 3 pairs have errors; 0 of 5 links are down$/)).toBeInTheDocument()
    expect(complained()).toEqual([])
  })

  it('have a badge with the errors on both cells', async () => {
    const server = ring()
    server.changes = { '1/1': { [CRC]: 38 } }
    const page = await open(server)

    const badges = within(matrix(page)).getAllByTestId('badge')
    expect(badges.map((badge) => [badge.dataset['severity'], textOf(badge)])).toEqual([
      ['warn', '38'],
      ['warn', '38'],
    ])
    for (const name of [/^GPU 0 → GPU 1/, /^GPU 1 → GPU 0/])
      expect(cell(page, name)).toHaveAccessibleName(/2 of 2 links up, 38 errors since the driver was loaded$/)
    expect(page.get.getByText(/^1 of 3 pairs has errors/)).toBeInTheDocument()
  })

  it('are in the order of their severity, with the errors of 24 h where an insight has them', async () => {
    const server = ring()
    server.changes = { '0/0': { [CRC]: 20_000 }, '0/2': { [CRC]: 18_230 }, '3/0': { 'link.nvlink.state': 0 } }
    server.ofDay = { '0/2': 9120 }
    const page = await open(server)

    expect(worst(page)).toEqual([
      ['critical', expect.stringMatching(/^0 ↔ 2 ?9 120 ?18 230$/)],
      ['critical', expect.stringMatching(/^2 ↔ 3 ?down ?– ?0$/)],
      ['warning', expect.stringMatching(/^0 ↔ 1 ?– ?20 000$/)],
    ])
    const badges = within(matrix(page)).getAllByTestId('badge').map(textOf)
    expect(badges).toEqual(['20.0k', '9.1k', '20.0k', '9.1k', '', ''])
    expect(cell(page, /^GPU 2 → GPU 0/)).toHaveAccessibleName(/9\s120 errors in 24 h$/)
    // The worst is open.
    expect(cell(page, /^GPU 0 → GPU 2/)).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('a pair that is clicked', () => {
  it('has the links of both ends, and where its errors come from', async () => {
    const server = ring()
    server.changes = { '1/1': { [CRC]: 38, 'link.nvlink.errors.replay': 6 } }
    const page = await open(server)
    await page.click(cell(page, /^GPU 3 → GPU 2/))

    expect(page.address).toContain('pick=2-3')
    const other = region(page, 'GPU 2 ↔ GPU 3')
    expect(bodyRows(other).map(textOf)).toEqual([
      'GPU 2',
      expect.stringMatching(/^1 up ?5\.0 ?2\.0 ?0 ?0 ?0$/),
      expect.stringMatching(/^2 up/),
      'GPU 3',
      expect.stringMatching(/^0 up/),
      expect.stringMatching(/^1 up/),
    ])
    expect(other).toHaveTextContent('No error since the driver was loaded.')

    await page.click(within(region(page, 'Pairs with errors')).getByRole('button', { name: /0 ↔ 1/ }))
    const ends = region(page, 'GPU 0 ↔ GPU 1')
    expect(textOf(bodyRows(ends)[5])).toMatch(/^1 up ?5\.0 ?2\.0 ?38 ?6 ?0$/)
    expect(ends).toHaveTextContent('Only the end at GPU 1 counts errors: what GPU 0 sends arrives damaged.')
    expect(within(ends).getByRole('link', { name: 'GPU 1' })).toHaveAttribute('href', '/gpus/1')
    expect((await page.reload()).get.getByRole('heading', { name: 'GPU 0 ↔ GPU 1' })).toBeInTheDocument()
  })

  it('with errors at both ends has a bad bridge', async () => {
    const server = ring()
    server.changes = { '1/1': { [CRC]: 38 }, '0/0': { [CRC]: 2 } }
    const page = await open(server)

    expect(region(page, 'GPU 0 ↔ GPU 1')).toHaveTextContent('Both ends count errors: check the bridge')
  })

  it('is reached by arrow keys, which pass over cells without links', async () => {
    const page = await open(ring(), '?view=pairs')
    const tabbed = () =>
      within(matrix(page))
        .getAllByRole('button')
        .filter((each) => each.tabIndex === 0)
    expect(tabbed()).toHaveLength(1)
    cell(page, /^GPU 2 → GPU 0/).focus()

    for (const [key, name] of [
      ['ArrowRight', /^GPU 2 → GPU 3/],
      ['ArrowRight', /^GPU 2 → GPU 3/],
      ['ArrowLeft', /^GPU 2 → GPU 0/],
      ['ArrowUp', /^GPU 1 → GPU 0/],
      ['ArrowDown', /^GPU 2 → GPU 0/],
    ] as const) {
      await page.press(key)
      expect(document.activeElement).toHaveAccessibleName(name)
    }
    expect(tabbed()).toEqual([document.activeElement])
    expect(page.address).not.toContain('pick')
    if (document.activeElement !== null) fireEvent.click(document.activeElement)
    await page.settle()
    expect(page.address).toContain('pick=0-2')
  })
})

describe('the page of NVLink', () => {
  const bad = () => {
    const server = ring()
    server.changes = { '1/1': { [CRC]: 1 } }
    return server
  }

  it.each([
    ['a link with errors', bad, '', true],
    ['no errors', ring, '', false],
    ['errors, and an address of bars', bad, '?view=bars', false],
    ['no errors, and an address of pairs', ring, '?view=pairs', true],
  ])('with %s opens on pairs: %#', async (_, server, query, expected) => {
    const page = await open(server(), query)

    expect(isPairs(page)).toBe(expected)
    const chosen = within(page.get.getByRole('navigation', { name: 'Live charts' })).getByRole('link', {
      name: expected ? 'Pairs' : 'Bars',
    })
    expect(chosen).toHaveClass('chosen')
  })

  it('has its table of all links behind a fold', async () => {
    const page = await open(bad())

    const panel = page.get.getByTestId('link-health')
    expect(panel.closest('details')).not.toHaveAttribute('open')
    expect(page.get.queryByRole('region', { name: 'Per link' })).toBeNull()
  })

  it('speaks Chinese', async () => {
    const page = await open(bad(), '?lang=zh')

    expect(page.get.getByText(/^3 对中 1 对有错误/)).toBeInTheDocument()
    expect(document.body).toHaveTextContent('只有 GPU 1 一端计到错误')
  })
})
