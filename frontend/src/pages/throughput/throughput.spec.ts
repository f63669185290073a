import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { pcieLink, percentUsed } from './pcie'
import { barScale, decimalsOf, PCIE, throughputRows, totalOf, type Capacity } from './throughput'

const GB = 1e9
const moving = (index: number, rx: number, tx: number, changes: Partial<Gpu> = {}) =>
  aGpu(index, { values: { 'pcie.rx': rx * GB, 'pcie.tx': tx * GB }, ...changes })
const whole = (gigabytes: number | null): Capacity => {
  const most = gigabytes === null ? null : gigabytes * GB
  return { most, reachable: most }
}
const rowsOf = (gpus: Gpu[], capacity: (gpu: Gpu) => Capacity = () => whole(63)) =>
  throughputRows(steadyMoment(gpus), PCIE, 60_000, capacity)

describe('the scale of the bars', () => {
  it('ends at the largest bandwidth of a link', () => {
    const rows = rowsOf([moving(0, 2, 1), moving(1, 2, 1)], (gpu) => whole(gpu.index === 0 ? 31.5 : 63))

    expect(barScale(rows, 'capability')).toEqual({ end: 63 * GB, fitted: false })
  })

  it('fits the traffic, with a stable round end', () => {
    expect(barScale(rowsOf([moving(0, 2.7, 0.3)]), 'fit')).toEqual({ end: 5 * GB, fitted: true })
    expect(barScale(rowsOf([moving(0, 3.9, 0.3)]), 'fit')).toEqual({ end: 5 * GB, fitted: true })
  })

  it('fits the traffic while the bandwidth is unknown', () => {
    const rows = rowsOf([moving(0, 2.7, 0.3)], () => whole(null))

    expect(barScale(rows, 'capability')).toEqual({ end: 5 * GB, fitted: true })
  })

  it('ends at the bandwidth without any traffic', () => {
    expect(barScale(rowsOf([moving(0, 0, 0)]), 'fit')).toEqual({ end: 63 * GB, fitted: false })
    expect(barScale([], 'fit').end).toBe(GB)
  })
})

describe('a direction', () => {
  it('has the mean and spread of five seconds and the peak of the range', () => {
    const at = (second: number, gigabytes: number) => aSnapshot(second, { gpus: [moving(0, gigabytes, 0)] })
    const moment = momentAfter([at(1, 20), at(20, 1), at(21, 3)])
    const [row] = throughputRows(moment, PCIE, 60_000, () => whole(63))

    expect(row?.rx.reading.summary).toMatchObject({ mean: 2 * GB, lo: GB, hi: 3 * GB })
    expect(row?.rx.peak).toBe(20 * GB)
    expect(throughputRows(moment, PCIE, 10_000, () => whole(63))[0]?.rx.peak).toBe(3 * GB)
  })

  it('that is not supported is not a zero', () => {
    const [row] = rowsOf([aGpu(0, { values: { 'pcie.rx': 0 }, absent: { 'pcie.tx': 'NOT_SUPPORTED' } })])

    expect(row?.tx).toMatchObject({ peak: null, reading: { quality: 'notSupported', summary: null } })
    expect(row?.rx).toMatchObject({ peak: 0, reading: { quality: 'ok', summary: { mean: 0 } } })
  })
})

describe('all GPUs together', () => {
  it('are summed sample by sample, so that peaks at different times are not added', () => {
    const at = (second: number, ...rates: number[]) =>
      aSnapshot(second, { gpus: rates.map((rate, index) => moving(index, rate, 0)) })
    const moment = momentAfter([at(1, 30, 0), at(2, 0, 30), at(3, 10, 10)])
    const rows = throughputRows(moment, PCIE, 60_000, () => whole(63))
    const total = totalOf(moment, rows, PCIE, 60_000)

    expect((total.rx.peak ?? 0) / GB).toBeCloseTo(30)
    expect((total.rx.reading.summary?.lo ?? 0) / GB).toBeCloseTo(20)
    expect(total).toMatchObject({ most: 126 * GB, reachable: 126 * GB, unread: 0 })
  })

  it('are summed without unreadable GPUs, which are counted', () => {
    const gpus = [moving(0, 5, 1), aGpu(1, { values: {}, absent: { 'pcie.rx': 'ERROR', 'pcie.tx': 'ERROR' } })]
    const total = totalOf(steadyMoment(gpus), rowsOf(gpus), PCIE, 60_000)

    expect(total.rx.reading.summary?.mean).toBe(5 * GB)
    expect(total).toMatchObject({ unread: 1, most: 63 * GB })
  })

  it('are absent, and not zero, when nothing is read', () => {
    const gpus = [aGpu(0, { values: {}, absent: { 'pcie.rx': 'NOT_SUPPORTED', 'pcie.tx': 'NOT_SUPPORTED' } })]
    const total = totalOf(steadyMoment(gpus), rowsOf(gpus), PCIE, 60_000)

    expect(total.rx.reading).toMatchObject({ summary: null, quality: 'notSupported' })
    expect(total.most).toBeNull()
  })
})

describe('a PCIe link', () => {
  const FULL = {
    'pcie.bandwidth.max': 63 * GB,
    'pcie.bandwidth.current': 63 * GB,
    'pcie.link.gen.max': 5,
    'pcie.link.gen.current': 5,
    'pcie.link.width.max': 16,
    'pcie.link.width.current': 16,
  }
  const busySince = new Date(START - 60_000).toISOString()
  const link = (limits: Gpu['values'], changes: Partial<Gpu> = { busySince }) => {
    const gpu = aGpu(0, changes)
    return pcieLink(steadyMoment([gpu], { limits: new Map([['GPU-0', limits]]) }), gpu)
  }

  it('at its maximum has no problem', () => {
    expect(link(FULL)).toMatchObject({ narrow: false, slow: false, saving: false, most: 63 * GB, reachable: 63 * GB })
  })

  it('with half of its lanes reaches half of its bandwidth', () => {
    const halved = { ...FULL, 'pcie.link.width.current': 8, 'pcie.bandwidth.current': 31.5 * GB }

    expect(link(halved)).toMatchObject({ narrow: true, slow: false, most: 63 * GB, reachable: 31.5 * GB })
  })

  it('of a lower generation is slow while busy, and saves power while idle', () => {
    const lowered = { ...FULL, 'pcie.link.gen.current': 3, 'pcie.bandwidth.current': 15.75 * GB }
    const justBusy = new Date(START + 5000).toISOString()

    expect(link(lowered)).toMatchObject({ slow: true, saving: false, reachable: 15.75 * GB })
    expect(link(lowered, { busySince: null })).toMatchObject({ slow: false, saving: true, reachable: 63 * GB })
    expect(link(lowered, { busySince: justBusy })).toMatchObject({ slow: false, saving: true })
  })

  it('that is narrow and saves power is reported as narrow only', () => {
    const both = { ...FULL, 'pcie.link.gen.current': 1, 'pcie.link.width.current': 8, 'pcie.bandwidth.current': 2 * GB }

    expect(link(both, {})).toMatchObject({ narrow: true, saving: true, reachable: 31.5 * GB })
  })

  it('with unknown limits has no problem', () => {
    expect(link({})).toMatchObject({ narrow: false, slow: false, most: null, reachable: null })
  })

  it('has the utilization of its busier direction', () => {
    expect(percentUsed(whole(50), [5 * GB, 20 * GB])).toBe(40)
    expect(percentUsed(whole(null), [GB])).toBeNull()
    expect(percentUsed(whole(50), [undefined])).toBeNull()
  })
})

it.each([
  [0, 0],
  [478, 0],
  [27.6, 1],
  [0.3, 1],
  [0.03, 2],
  [0.004, 3],
  [0.0001, 1],
])('%d GB/s is printed with %d decimals', (gigabytes, decimals) => {
  expect(decimalsOf(gigabytes)).toBe(decimals)
})
