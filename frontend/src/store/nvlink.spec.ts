import { describe, expect, it } from 'vitest'
import { steadyMoment } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { hasNvlink } from './nvlink'

describe('a machine', () => {
  const none = (index: number) =>
    aGpu(index, { values: {}, absent: { 'nvlink.rx': 'NOT_SUPPORTED', 'nvlink.tx': 'NOT_SUPPORTED' } })

  it('has no NVLink once each of its GPUs reports none', () => {
    expect(hasNvlink(steadyMoment([none(0), none(1)]))).toBe(false)
    expect(hasNvlink(steadyMoment([none(0), aGpu(1, { values: { 'nvlink.rx': 0 } })]))).toBe(true)
    expect(hasNvlink(steadyMoment([{ ...none(0), values: { 'nvlink.tx': 0 } }]))).toBe(true)
    expect(hasNvlink(steadyMoment([none(0), aGpu(1, { state: 'LOST', values: {} })]))).toBe(false)
  })

  it('may have it before the first values, or while its GPUs cannot be read', () => {
    expect(hasNvlink(steadyMoment([aGpu(0)]))).toBe(true)
    expect(hasNvlink(steadyMoment([aGpu(0, { state: 'LOST', values: {} })]))).toBe(true)
  })

  it('has it if there are links without counters', () => {
    const limits = new Map([['GPU-0', { 'nvlink.links': 4 }]])

    expect(hasNvlink(steadyMoment([none(0)], { limits }))).toBe(true)
  })
})
