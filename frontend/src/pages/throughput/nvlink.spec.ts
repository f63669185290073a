import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { linkMatrix, nvlinkLinks } from './nvlink'

const GB = 1e9
const link = (number: number, values: Gpu['values'], absent: Gpu['absent'] = {}) => ({
  link: number,
  values: { 'link.nvlink.state': 1, 'link.nvlink.bandwidth.max': 25 * GB, ...values },
  facts: {},
  absent,
})
const answer = (second: number, ...links: Gpu['links']) =>
  aSnapshot(second, { gpus: [aGpu(0, { links, sampledAt: new Date(START + second * 1000).toISOString() })] })
const cells = (...answers: Parameters<typeof linkMatrix>[0]) => linkMatrix(answers).rows[0]?.links

describe('the links of a GPU together', () => {
  const together = (limits: Gpu['values']) => {
    const gpu = aGpu(0)
    return nvlinkLinks(steadyMoment([gpu], { limits: new Map([['GPU-0', limits]]) }), gpu)
  }

  it('have the bandwidth of those that are up, and the same for each that is down', () => {
    const links = together({ 'nvlink.links': 18, 'nvlink.links.up': 17, 'nvlink.bandwidth.max': 17 * 25 * GB })

    expect(links).toMatchObject({ down: 1, most: 18 * 25 * GB, reachable: 17 * 25 * GB })
  })

  it('have an unknown bandwidth when all are down', () => {
    expect(together({ 'nvlink.links': 4, 'nvlink.links.up': 0 })).toMatchObject({ down: 4, most: null, up: 0 })
  })

  it('have no values while those are unknown', () => {
    const nothing = { up: null, all: null, down: 0, most: null, reachable: null, quality: 'waiting' }
    expect(together({})).toMatchObject(nothing)
  })
})

describe('a single link', () => {
  it('has the mean utilization between two responses, by its byte counters', () => {
    const counted = (rx: number, tx: number) =>
      link(0, { 'link.nvlink.rx.total': rx * GB, 'link.nvlink.tx.total': tx * GB, 'link.nvlink.rx': 9 * GB })
    const first = answer(1, counted(0, 100))
    const second = answer(5, counted(20, 120))

    expect(cells(first, second)?.[0]).toMatchObject({ percent: 20, quality: 'ok', down: false })
    expect(linkMatrix([first, second]).spanMillis).toBe(4000)
  })

  it('has its current rate in the first response and after a reset of its counters', () => {
    const rates = { 'link.nvlink.rx': 10 * GB, 'link.nvlink.tx': 5 * GB }
    const full = answer(1, link(0, { ...rates, 'link.nvlink.rx.total': 90 * GB, 'link.nvlink.tx.total': 90 * GB }))
    const anew = answer(3, link(0, { ...rates, 'link.nvlink.rx.total': 0, 'link.nvlink.tx.total': 0 }))

    expect(cells(full)?.[0]?.percent).toBe(30)
    expect(cells(full, anew)?.[0]?.percent).toBe(30)
  })

  it('that is down or not supported has no share, which is not 0', () => {
    const rates = { 'link.nvlink.rx': 0, 'link.nvlink.tx': 0 }
    const absent = { 'link.nvlink.rx': 'NOT_SUPPORTED', 'link.nvlink.tx': 'NOT_SUPPORTED' } as const
    const values = cells(answer(1, link(0, { ...rates, 'link.nvlink.state': 0 }), link(1, {}, absent), link(2, rates)))

    expect(values).toMatchObject([
      { down: true, percent: null },
      { down: false, percent: null, quality: 'notSupported' },
      { down: false, percent: 0, quality: 'ok' },
    ])
  })

  it('is absent before the first response', () => {
    expect(linkMatrix([])).toEqual({ rows: [], spanMillis: 0 })
  })
})
