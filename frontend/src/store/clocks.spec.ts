import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { momentAfter } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { clockStatus } from './clocks'

const REASONS = 'clocks_event_reasons.active'

function status(masks: readonly number[], changes: Partial<Gpu> = {}) {
  const moment = momentAfter(
    masks.map((mask, second) => aSnapshot(second, { gpus: [aGpu(0, { values: { [REASONS]: mask }, ...changes })] })),
  )
  return clockStatus(moment, moment.snapshot.gpus[0] ?? aGpu(0))
}

describe('the status of the clocks', () => {
  it('is full without a reduction', () => {
    expect(status([0, 0, 0, 0])).toEqual({ reason: 'full', share: null })
  })

  it('is capped for the share of time with a power limit', () => {
    expect(status([4, 0, 4, 0, 0])).toEqual({ reason: 'capped', share: 40 })
  })

  it('reports heat before power', () => {
    expect(status([0x4 | 0x40, 0x4, 0x4, 0x4])).toEqual({ reason: 'thermal', share: 25 })
  })

  it('omits rare slowdowns', () => {
    expect(status([4, ...Array.from({ length: 30 }, () => 0)])).toEqual({ reason: 'full', share: null })
  })

  it('ignores samples older than two minutes', () => {
    expect(status([...Array.from({ length: 10 }, () => 4), ...Array.from({ length: 120 }, () => 0)])?.reason).toBe(
      'full',
    )
  })

  it('is idle when the GPU is, and not between two kernels of a busy one', () => {
    expect(status([1, 1], { idleSince: new Date(START).toISOString() })?.reason).toBe('idle')
    expect(status([1, 1])?.reason).toBe('full')
  })

  it.each([
    [0x02, 'fixed'],
    [0x10, 'boost'],
    [0x100, 'display'],
  ])('is a setting of the GPU (%i)', (mask, reason) => {
    expect(status([0, mask])).toEqual({ reason, share: null })
  })

  it('is the share of the samples up to the moment of the page that have reasons', () => {
    const gpus = [4, undefined, 0, 4, 4].map((mask) =>
      aGpu(0, { values: mask === undefined ? {} : { [REASONS]: mask } }),
    )
    const snapshots = gpus.map((gpu, second) => aSnapshot(second, { gpus: [gpu] }))
    const moment = momentAfter(snapshots, { edge: START + 2000 })

    expect(clockStatus(moment, gpus[2] ?? aGpu(0))).toEqual({ reason: 'capped', share: 50 })
  })

  it('is unknown if the driver does not report reasons', () => {
    expect(status([0], { values: {} })).toBeNull()
  })
})
