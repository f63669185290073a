import { describe, expect, it } from 'vitest'
import type { Gpu, MetricKey } from '@/api/types'
import { aProcess, limitsOf, momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, lastOf } from '@/testing/snapshots'
import { columnsOf, overviewRows } from './rows'
import { hottest, percentOf, sum, sumOfLimits, total } from './totals'

const GIB = 2 ** 30

function rowsOf(gpus: Gpu[], limited = gpus) {
  return overviewRows(steadyMoment(gpus, { limits: limitsOf(limited) }))
}

function unsupported(index: number, metric: MetricKey): Gpu {
  return aGpu(index, { absent: { [metric]: 'NOT_SUPPORTED' } })
}

describe('a row', () => {
  it('measures memory and power by the limits of that GPU', () => {
    const [row] = rowsOf([aGpu(0, { values: { 'memory.used': 40 * GIB, 'power.draw': 350 } })])

    expect(row && percentOf(row.memory.reading, row.memory.limit)).toBe(50)
    expect(row && percentOf(row.power.reading, row.power.limit)).toBe(50)
  })

  it('has no share without a limit or without a value', () => {
    const [row] = rowsOf([aGpu(0, { values: { 'memory.used': 40 * GIB } })], [])

    expect(row && percentOf(row.memory.reading, row.memory.limit)).toBeNull()
    expect(row && percentOf(row.power.reading, 700)).toBeNull()
  })

  it('has the last process only for a lost GPU', () => {
    const busy = aGpu(0, { processes: [aProcess(7, 'mchen')] })
    const lost = aGpu(0, { state: 'LOST', values: {}, last: lastOf(busy, 1) })
    const moment = momentAfter([aSnapshot(2, { gpus: [lost] })])

    expect(overviewRows(moment)[0]?.lastProcess?.facts).toEqual({ user: 'mchen' })
    expect(rowsOf([busy])[0]?.lastProcess).toBeNull()
  })
})

describe('a column', () => {
  it('is omitted if no GPU supports it', () => {
    const all = columnsOf(rowsOf([unsupported(0, 'temperature.gpu'), unsupported(1, 'temperature.gpu')]))
    const some = columnsOf(rowsOf([unsupported(0, 'temperature.gpu'), aGpu(1)]))

    expect(all.temperature).toBe(false)
    expect(some.temperature).toBe(true)
  })

  it('remains until the first values', () => {
    expect(columnsOf(rowsOf([aGpu(0)])).link).toBe(true)
    expect(columnsOf(rowsOf([aGpu(0, { state: 'LOST', values: {} })])).clock).toBe(true)
  })
})

describe('a total', () => {
  const memory = (used: number, index: number) => aGpu(index, { values: { 'memory.used': used * GIB } })
  const used = (rows: ReturnType<typeof rowsOf>) =>
    total(
      rows,
      (row) => row.memory.reading,
      (read) => sum(read, (row) => row.memory.reading.summary?.mean ?? 0),
    )

  it('excludes and counts GPUs without a value', () => {
    const all = used(rowsOf([memory(10, 0), aGpu(1, { state: 'LOST', values: {} }), memory(20, 2)]))

    expect(all).toMatchObject({ value: 30 * GIB, quality: 'ok', unread: 1 })
  })

  it('is absent, not zero, without any value', () => {
    const absent = aGpu(0, { values: {}, absent: { 'memory.used': 'NO_PERMISSION' } })

    expect(used(rowsOf([absent]))).toMatchObject({ value: null, quality: 'noAccess', reason: 'NO_PERMISSION' })
  })

  it('is stale if all values are stale', () => {
    const rows = overviewRows(steadyMoment([memory(10, 0)], { silenceMillis: 14_000 }))

    expect(used(rows)).toMatchObject({ value: 10 * GIB, quality: 'stale', ageMillis: 14_000 })
  })

  it('of limits is unknown until each limit is known', () => {
    const gpus = [aGpu(0), aGpu(1)]

    expect(sumOfLimits(rowsOf(gpus), (row) => row.power.limit)).toBe(1400)
    expect(sumOfLimits(rowsOf(gpus, [aGpu(0)]), (row) => row.power.limit)).toBeNull()
  })

  it('of temperatures is the hottest GPU', () => {
    const warm = (celsius: number, index: number) => aGpu(index, { values: { 'temperature.gpu': celsius } })

    expect(hottest(rowsOf([warm(60, 0), warm(83, 1), warm(61, 2)]))?.gpu.index).toBe(1)
    expect(hottest([])).toBeNull()
  })
})
