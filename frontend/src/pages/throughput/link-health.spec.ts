import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { aGpu } from '@/testing/snapshots'
import { isOutlying, linksHealth, medianOfOthers } from './link-health'

const links = (...counts: Gpu['values'][]): Gpu['links'] =>
  counts.map((changes, link) => ({ link, values: { 'link.nvlink.state': 1, ...changes }, facts: {}, absent: {} }))
const healthy: Gpu['values'] = {
  'link.nvlink.recovery.total': 0,
  'link.nvlink.recovery.failed': 0,
  'link.nvlink.errors.effective': 0,
  'link.nvlink.errors.overrun': 0,
}
const of = (...values: Gpu['values'][]) => linksHealth([aGpu(0, { links: links(...values) })])
const outlying = (...values: Gpu['values'][]) =>
  of(...values)
    .links.filter((each) => each.outlying)
    .map(({ link }) => link)

describe('the median of the others', () => {
  it.each([
    [[5], 5, null],
    [[0, 5], 5, 0],
    [[0, 5], 0, 5],
    [[1, 2, 3], 3, 1.5],
    [[1, 2, 3], 2, 2],
    [[1, 2, 3, 4], 1, 3],
    [[2, 2, 2, 9], 2, 2],
  ])('of %j without %d is %d', (sorted, own, median) => {
    expect(medianOfOthers(sorted, own)).toBe(median)
  })
})

it.each([
  [0, 0, false],
  [1, 0, true],
  [10, 1, false],
  [11, 1, true],
  [3, null, false],
] as const)('%d is outlying where %d is usual: %s', (count, usual, expected) => {
  expect(isOutlying(count, usual)).toBe(expected)
})

describe('the links of a machine', () => {
  it('have one that recovered 505 times while its 17 neighbours never did', () => {
    const values = Array.from({ length: 18 }, () => healthy)
    values[3] = { ...healthy, 'link.nvlink.recovery.total': 505 }

    const health = of(...values)

    expect(health.links.filter((each) => each.outlying).map(({ link }) => link)).toEqual([3])
    const [cell] = health.links[3]?.cells ?? []
    expect(cell).toMatchObject({ metric: 'link.nvlink.recovery.total', value: 505, usual: 0, outlying: true })
  })

  it('are compared over all GPUs, so that a GPU with only bad links is found', () => {
    const ill = { ...healthy, 'link.nvlink.errors.effective': 40 }
    const health = linksHealth([
      aGpu(0, { links: links(healthy, healthy) }),
      aGpu(1, { links: links(ill, ill) }),
      aGpu(2, { links: links(healthy, healthy) }),
    ])

    expect(health.links.filter((each) => each.outlying).map((each) => each.gpu.index)).toEqual([1, 1])
  })

  it('do not differ if all counts are similar', () => {
    const replays = (count: number) => ({ 'link.nvlink.errors.replay': count })

    expect(outlying(replays(4), replays(9), replays(7), replays(40))).toEqual([])
    expect(outlying(replays(4), replays(9), replays(7), replays(71))).toEqual([3])
  })

  it('differ by their bit error ratio regardless of the others', () => {
    const ber = (ratio: number) => ({ ...healthy, 'link.nvlink.ber.effective': ratio })

    expect(outlying(ber(1.5e-15), ber(1e-12), ber(2e-12), ber(3e-9))).toEqual([2, 3])
  })

  it('without a bit error are distinguished from those without a value', () => {
    const gpu = aGpu(0, { links: links(healthy, healthy, { ...healthy, 'link.nvlink.state': 0 }, healthy) })
    for (const link of gpu.links.slice(0, 3)) link.absent = { 'link.nvlink.ber.effective': 'NO_DATA' }

    const ratios = linksHealth([gpu]).links.map(
      ({ cells }) => cells.find(({ metric }) => metric === 'link.nvlink.ber.effective')?.faultless,
    )

    expect(ratios).toEqual([true, true, false, false])
  })

  it('of older generations have columns of replays, recoveries and CRC errors only', () => {
    const older = { 'link.nvlink.errors.replay': 0, 'link.nvlink.errors.recovery': 2, 'link.nvlink.errors.crc': 0 }

    expect(of(older).columns).toEqual(Object.keys(older))
  })

  it('have a column of a rare error once it has occurred', () => {
    expect(of(healthy).columns).not.toContain('link.nvlink.errors.overrun')
    expect(of(healthy, { ...healthy, 'link.nvlink.errors.overrun': 1 }).columns).toContain('link.nvlink.errors.overrun')
  })

  it('without values do not differ', () => {
    expect(linksHealth([aGpu(0), aGpu(1, { links: links({}) })])).toMatchObject({
      columns: [],
      links: [{ outlying: false }],
    })
  })
})
