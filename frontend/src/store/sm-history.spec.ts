import { describe, expect, it } from 'vitest'
import type { GpuProcess } from '@/api/types'
import { aProcess } from '@/testing/moments'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { SmHistory } from './sm-history'

const GPU = aGpu(0)

function busy(percent: number | null): GpuProcess {
  const process = aProcess(7, 'mchen')
  return percent === null ? process : { ...process, values: { 'process.utilization.sm': percent } }
}

function after(...percents: (number | null)[]) {
  const history = new SmHistory()
  percents.forEach((percent, second) => {
    history.record(aSnapshot(second, { gpus: [{ ...GPU, processes: [busy(percent)] }] }))
  })
  return history
}

describe('the SM utilization of a process', () => {
  it('is the mean of the samples, with minimum and maximum', () => {
    expect(after(100, null, 4, 40).spread(GPU, busy(40), aSnapshot(3))).toEqual({ mean: 48, lo: 4, hi: 100 })
  })

  it('does not vanish in a round without a record, and does after 30 s of them', () => {
    expect(after(60, null, null).spread(GPU, busy(null), aSnapshot(2))).toMatchObject({ mean: 60 })
    expect(after(60).spread(GPU, busy(null), aSnapshot(29))).toMatchObject({ mean: 60 })
    expect(after(60).spread(GPU, busy(null), aSnapshot(30))).toBeNull()
  })

  it('retains a reported 0, and adds none', () => {
    expect(after(0, 0).spread(GPU, busy(0), aSnapshot(1))).toEqual({ mean: 0, lo: 0, hi: 0 })
    expect(after(null).spread(GPU, busy(null), aSnapshot(0))).toBeNull()
  })

  it('is that of the snapshot where nothing was recorded before', () => {
    expect(new SmHistory().spread(GPU, busy(33), aSnapshot(0))).toEqual({ mean: 33, lo: 33, hi: 33 })
  })

  it('counts a snapshot once, and is not that of another process of the same number', () => {
    const history = after(10, 30)
    history.record(aSnapshot(1, { gpus: [{ ...GPU, processes: [busy(90)] }] }))

    expect(history.spread(GPU, busy(30), aSnapshot(1))).toMatchObject({ mean: 20 })
    for (const startedAt of [null, '2026-03-01T09:59:59Z'])
      expect(history.spread(GPU, { ...busy(null), startedAt }, aSnapshot(1))).toBeNull()
  })

  it('retains the samples that a paused page shows', () => {
    expect(after(10, 30, 80).spread(GPU, busy(30), aSnapshot(1))).toEqual({ mean: 20, lo: 10, hi: 30 })
  })
})
