import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { momentAfter } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { heldInView, lastSampled, pastReading } from './past'
import { read } from './readings'

const lost: Partial<Gpu> = { state: 'LOST', values: {}, absent: { 'temperature.gpu': 'GPU_LOST' } }

function momentOf(...states: Partial<Gpu>[]) {
  return momentAfter(states.map((changes, second) => aSnapshot(second, { gpus: [aGpu(0, changes)] })))
}

describe('the past of a GPU that cannot be read', () => {
  const before = { values: { 'utilization.gpu': 40, 'temperature.gpu': 61 } }

  it('ends with the last sample of any metric', () => {
    const failing = { values: { 'temperature.gpu': 61 } }
    expect(lastSampled(momentOf(before, before, lost, lost), aGpu(0, lost))).toBe(START + 1000)
    expect(lastSampled(momentOf(before, failing, lost), aGpu(0, lost))).toBe(START + 1000)
  })

  it('is unknown without samples, and while the GPU is readable', () => {
    expect(lastSampled(momentOf(lost, lost), aGpu(0, lost))).toBeNull()
    expect(lastSampled(momentOf(before, before), aGpu(0, before))).toBeNull()
    const asleep: Partial<Gpu> = { state: 'SLEEPING', values: {} }
    expect(lastSampled(momentOf(before, asleep), aGpu(0, asleep))).toBeNull()
  })

  it('retains the last value as stale, and has a gap without any', () => {
    const moment = momentOf(before, lost, lost)

    expect(pastReading(read(moment, aGpu(0, lost), 'temperature.gpu'))).toMatchObject({
      quality: 'stale',
      ageMillis: 2000,
      reason: undefined,
      summary: { mean: 61 },
    })
    expect(pastReading(read(moment, aGpu(0, lost), 'power.draw'))).toMatchObject({ quality: 'gap', summary: null })
  })

  it.each([
    ['NOT_SUPPORTED', 'notSupported'],
    ['NO_PERMISSION', 'noAccess'],
  ] as const)('distinguishes values that are absent as %s', (absent, quality) => {
    const mute: Partial<Gpu> = { ...lost, absent: { 'temperature.gpu': absent } }

    expect(pastReading(read(momentOf(before, mute), aGpu(0, mute), 'temperature.gpu')).quality).toBe(quality)
  })

  it('stays in the middle of a small chart once it would leave it', () => {
    const values = new Float32Array(2)
    const samples = { times: new Float64Array([0, 1000]), values }

    expect(heldInView(samples, 1000, 1000)).toBe(samples)
    expect([...heldInView(samples, 1000, 200_000).times]).toEqual([199_000, 200_000])
  })
})
