import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { clicked } from '@/composables/sorting'
import { aProcess, steadyMoment } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { MEASURES, sortedGpus, type Column, type GpuOrder } from './order'
import { displayRows } from './display-rows'
import { overviewRows } from './rows'

function indexes(gpus: Gpu[], order: GpuOrder): number[] {
  return sortedGpus(displayRows(overviewRows(steadyMoment(gpus))), order).map(({ index }) => index)
}

describe('rows of the overview', () => {
  const gpus = [
    aGpu(0, { name: 'NVIDIA L4', values: { 'utilization.gpu': 20.2, 'nvlink.rx': 1e9, 'nvlink.tx': 1e9 } }),
    aGpu(1, { name: null, values: { 'pcie.rx': 3e9 }, absent: { 'utilization.gpu': 'MIG_ENABLED' } }),
    aGpu(2, { name: 'NVIDIA A100', values: { 'utilization.gpu': 90 }, processes: [aProcess(7, 'mchen', 'train.py')] }),
    aGpu(3, { name: 'NVIDIA H100', values: { 'utilization.gpu': 20.4 }, processes: [aProcess(8, 'mchen', 'eval.py')] }),
  ]

  it('are sorted by index by default', () => {
    expect(indexes(gpus, 'index')).toEqual([0, 1, 2, 3])
    expect(indexes(gpus, '-index')).toEqual([3, 2, 1, 0])
  })

  it('are sorted by displayed values, equal ones by index, and unknown values are last in both directions', () => {
    expect(indexes(gpus, '-utilization')).toEqual([2, 0, 3, 1])
    expect(indexes(gpus, 'utilization')).toEqual([0, 3, 2, 1])
    expect(indexes(gpus, 'name')).toEqual([2, 3, 0, 1])
    expect(indexes(gpus, 'process')).toEqual([3, 2, 0, 1])
  })

  it('are sorted by the sum of the reported traffic', () => {
    expect(indexes(gpus, '-link')).toEqual([1, 0, 2, 3])
  })

  it('are sorted in descending order by measures and in ascending order by name', () => {
    expect(clicked<Column>('index', 'power', MEASURES)).toBe('-power')
    expect(clicked<Column>('-power', 'name', MEASURES)).toBe('name')
  })
})
