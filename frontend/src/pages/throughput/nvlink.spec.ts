import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { hasNvlink, linkMatrix, nvlinkLinks } from './nvlink'

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

  it('could carry what those carry that are up, and as much for each that is down', () => {
    const links = together({ 'nvlink.links': 18, 'nvlink.links.up': 17, 'nvlink.bandwidth.max': 17 * 25 * GB })

    expect(links).toMatchObject({ down: 1, most: 18 * 25 * GB, reachable: 17 * 25 * GB })
  })

  it('carry an unknown amount when all are down', () => {
    expect(together({ 'nvlink.links': 4, 'nvlink.links.up': 0 })).toMatchObject({ down: 4, most: null, up: 0 })
  })

  it('claim nothing that is not known', () => {
    const nothing = { up: null, all: null, down: 0, most: null, reachable: null, quality: 'waiting' }
    expect(together({})).toMatchObject(nothing)
  })
})

describe('a machine', () => {
  const none = (index: number) =>
    aGpu(index, { values: {}, absent: { 'nvlink.rx': 'NOT_SUPPORTED', 'nvlink.tx': 'NOT_SUPPORTED' } })

  it('has no NVLink once each of its GPUs has said so', () => {
    expect(hasNvlink(steadyMoment([none(0), none(1)]))).toBe(false)
    expect(hasNvlink(steadyMoment([none(0), aGpu(1, { values: { 'nvlink.rx': 0 } })]))).toBe(true)
  })

  it('may have it while nothing is known, or while its GPUs cannot be read', () => {
    expect(hasNvlink(steadyMoment([aGpu(0)]))).toBe(true)
    expect(hasNvlink(steadyMoment([aGpu(0, { state: 'LOST', values: {} })]))).toBe(true)
  })

  it('has it where links are there that count nothing', () => {
    const limits = new Map([['GPU-0', { 'nvlink.links': 4 }]])

    expect(hasNvlink(steadyMoment([none(0)], { limits }))).toBe(true)
  })
})

describe('a single link', () => {
  it('is used to the mean between two answers, by the bytes it counted', () => {
    const counted = (rx: number, tx: number) =>
      link(0, { 'link.nvlink.rx.total': rx * GB, 'link.nvlink.tx.total': tx * GB, 'link.nvlink.rx': 9 * GB })
    const first = answer(1, counted(0, 100))
    const second = answer(5, counted(20, 120))

    expect(cells(first, second)?.[0]).toMatchObject({ percent: 20, quality: 'ok', down: false })
    expect(linkMatrix([first, second]).spanMillis).toBe(4000)
  })

  it('is used to its rate of the moment in the first answer, and after its counters began anew', () => {
    const rates = { 'link.nvlink.rx': 10 * GB, 'link.nvlink.tx': 5 * GB }
    const full = answer(1, link(0, { ...rates, 'link.nvlink.rx.total': 90 * GB, 'link.nvlink.tx.total': 90 * GB }))
    const anew = answer(3, link(0, { ...rates, 'link.nvlink.rx.total': 0, 'link.nvlink.tx.total': 0 }))

    expect(cells(full)?.[0]?.percent).toBe(30)
    expect(cells(full, anew)?.[0]?.percent).toBe(30)
  })

  it('that is down or not supported has no share, which is not 0', () => {
    const rates = { 'link.nvlink.rx': 0, 'link.nvlink.tx': 0 }
    const absent = { 'link.nvlink.rx': 'NOT_SUPPORTED', 'link.nvlink.tx': 'NOT_SUPPORTED' } as const
    const told = cells(answer(1, link(0, { ...rates, 'link.nvlink.state': 0 }), link(1, {}, absent), link(2, rates)))

    expect(told).toMatchObject([
      { down: true, percent: null },
      { down: false, percent: null, quality: 'notSupported' },
      { down: false, percent: 0, quality: 'ok' },
    ])
  })

  it('is nothing before there is an answer', () => {
    expect(linkMatrix([])).toEqual({ rows: [], spanMillis: 0 })
  })
})
