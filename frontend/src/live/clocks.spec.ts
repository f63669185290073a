import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { momentAfter } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { clockPace } from './clocks'

const REASONS = 'clocks_event_reasons.active'

function pace(masks: readonly number[], changes: Partial<Gpu> = {}) {
  const moment = momentAfter(
    masks.map((mask, second) => aSnapshot(second, { gpus: [aGpu(0, { values: { [REASONS]: mask }, ...changes })] })),
  )
  return clockPace(moment, moment.snapshot.gpus[0] ?? aGpu(0))
}

describe('the pace of the clocks', () => {
  it('is full while nothing holds them back', () => {
    expect(pace([0, 0, 0, 0])).toEqual({ pace: 'full', share: null })
  })

  it('is capped for the share of time in which power held them back', () => {
    expect(pace([4, 0, 4, 0, 0])).toEqual({ pace: 'capped', share: 40 })
  })

  it('tells of heat before it tells of power', () => {
    expect(pace([0x4 | 0x40, 0x4, 0x4, 0x4])).toEqual({ pace: 'thermal', share: 25 })
  })

  it('does not tell of what was hardly felt', () => {
    expect(pace([4, ...Array.from({ length: 30 }, () => 0)])).toEqual({ pace: 'full', share: null })
  })

  it('forgets what is more than two minutes ago', () => {
    expect(pace([...Array.from({ length: 10 }, () => 4), ...Array.from({ length: 120 }, () => 0)])?.pace).toBe('full')
  })

  it('is idle when the GPU is, and not between two kernels of a busy one', () => {
    expect(pace([1, 1], { idleSince: new Date(START).toISOString() })?.pace).toBe('idle')
    expect(pace([1, 1])?.pace).toBe('full')
  })

  it('is not told where the driver does not tell the reasons', () => {
    expect(pace([0], { values: {} })).toBeNull()
  })
})
