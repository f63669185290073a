import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { formatNumber, ROOMY } from '@/format/number'
import { GIB, GIGA } from '@/format/display'
import { aProcess, limitsOf, momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, lastOf } from '@/testing/snapshots'
import { displayRows } from './display-rows'
import { overviewRows } from './rows'

describe('a display row after another', () => {
  const values = { 'memory.used': 40 * GIB, 'temperature.gpu': 60, 'power.draw': 350 }
  const process = aProcess(7, 'mchen')
  const snapshot = (second: number, changes: Partial<Gpu> = {}) =>
    aSnapshot(second, { gpus: [aGpu(0, { values, processes: [process], ...changes })] })
  const after = (changes: Partial<Gpu>) => {
    const before = displayRows(overviewRows(momentAfter([snapshot(1)])))
    const rows = overviewRows(momentAfter([snapshot(1), snapshot(2, changes)]))
    const [old, now, fresh] = [before[0], displayRows(rows, before)[0], displayRows(rows)[0]]
    return { old, now, fresh }
  }

  it('keeps each part whose displayed values are unchanged', () => {
    const busier = { ...process, values: { ...process.values, 'process.utilization.sm': 99 } }
    const { old, now, fresh } = after({ values: { ...values, 'power.draw': 351 }, processes: [busier] })

    expect(now?.memory).toBe(old?.memory)
    expect(now?.temperature).toBe(old?.temperature)
    expect(now?.usage).toBe(old?.usage)
    expect(now?.power).not.toBe(old?.power)
    expect(now).toEqual(fresh)
  })

  it('changes with the state of the GPU', () => {
    const { now, fresh } = after({
      state: 'LOST',
      values: {},
      processes: [],
      last: lastOf(aGpu(0, { values, processes: [process] }), 1),
    })

    expect(now).toMatchObject({ health: 'crit', lastProcess: { pid: 7 } })
    expect(now).toEqual(fresh)
  })

  it('keeps a process while its displayed memory is unchanged', () => {
    const holding = (gibibytes: number) => {
      const values = { 'process.memory.used': gibibytes * GIB }
      return after({ processes: [{ ...process, values }] })
    }

    const [same, more] = [holding(10.3), holding(10.6)]
    expect(same.now?.usage).toBe(same.old?.usage)
    expect(more.now?.usage).not.toBe(more.old?.usage)
  })
})

describe('a display row', () => {
  const text = (value: number | undefined, decimals = 0) => formatNumber(value ?? NaN, decimals, 'en')
  const speed = (rate = NaN) => text(rate / GIGA, Math.round((rate / GIGA) * 10) / 10 >= ROOMY ? 0 : 1)

  it('has the same text as unrounded values', () => {
    for (let i = 0; i < 1000; i++) {
      const share = ((i * 7919) % 1000) / 1000
      const values = {
        'utilization.gpu': 100 * share,
        'memory.used': 80 * GIB * share,
        'power.draw': 700 * share,
        'pcie.rx': 60e9 * share,
        'nvlink.rx': 150e9 * share,
        'nvlink.tx': 49.97e9 * share,
      }
      const gpus = [aGpu(0, { values })]
      const [row] = displayRows(overviewRows(steadyMoment(gpus, { limits: limitsOf(gpus) })))
      const texts = [
        text(row?.utilization.summary?.mean),
        text((row?.memory.reading.summary?.mean ?? NaN) / GIB, 1),
        text(row?.memory.percent ?? NaN),
        text(row?.power.reading.summary?.mean),
        speed(row?.pcie.rx.summary?.mean),
        speed(row?.nvlink.summary?.mean),
      ]

      expect(texts).toEqual([
        text(Math.fround(values['utilization.gpu'])),
        text(Math.fround(values['memory.used']) / GIB, 1),
        text((Math.fround(values['memory.used']) / (80 * GIB)) * 100),
        text(Math.fround(values['power.draw'])),
        speed(Math.fround(values['pcie.rx'])),
        speed(Math.fround(values['nvlink.rx']) + Math.fround(values['nvlink.tx'])),
      ])
    }
  })

  it('is the same object while displayed values are unchanged', () => {
    const row = (watts: number, before?: ReturnType<typeof displayRows>) =>
      displayRows(overviewRows(steadyMoment([aGpu(0, { values: { 'power.draw': watts } })])), before)
    const first = row(350.2)

    expect(row(350.4, first)[0]).toBe(first[0])
    expect(row(350.6, first)[0]?.power.reading.summary?.mean).toBe(351)
  })
})
