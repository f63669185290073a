import { describe, expect, it } from 'vitest'
import type { GpuStates, StatesOfGpu } from '@/api/types'
import { isRunning, timeShares, unsampledSeconds } from './time-shares'

const NONE = { busy: 0, throttled: 0, held_idle: 0, free: 0, stuck: 0, lost: 0, no_samples: 0 }
const MINUTE = 60_000

function states(...all: Partial<StatesOfGpu['seconds']>[]): GpuStates {
  const gpus = all.map((seconds, index) => ({
    gpu: { index, uuid: `GPU-${index}` },
    seconds: { ...NONE, ...seconds },
    segments: [
      { from: 0, to: 6 * MINUTE, state: 'busy' as const, cause: null },
      { from: 6 * MINUTE, to: 10 * MINUTE, state: seconds.lost ? ('lost' as const) : ('busy' as const), cause: null },
    ],
  }))
  return { from: 0, to: 10 * MINUTE, stepMillis: 1000, gpus }
}

describe('the time of GPUs', () => {
  it('in each state adds up to the range, with the time before the first sample', () => {
    const parts = timeShares(states({ busy: 300, throttled: 60, no_samples: 9 }), null)

    expect(parts.map(({ state, seconds }) => [state, seconds])).toEqual([
      ['busy', 300],
      ['throttled', 60],
      ['no_samples', 9],
      ['not_recorded', 231],
    ])
    expect(parts.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100)
  })

  it('does not include the newest seconds, which are not counted yet', () => {
    const recent = { ...states({ busy: 600 }), to: 10 * MINUTE + 4000 }

    expect(timeShares(recent, null)).toEqual([{ state: 'busy', seconds: 600, percent: 100 }])
    expect(timeShares({ ...recent, to: 12 * MINUTE }, null)).toHaveLength(2)
  })

  it('is that of the shown ones', () => {
    const both = states({ busy: 600 }, { free: 360, lost: 240 })

    expect(timeShares(both, null).map(({ seconds }) => seconds)).toEqual([600, 240, 360])
    expect(timeShares(both, [0]).map(({ state }) => state)).toEqual(['busy'])
    expect(timeShares(both, [7])).toEqual([])
  })

  it('without samples is that of the states', () => {
    const both = states({ busy: 600 }, { busy: 300, lost: 240, no_samples: 60 })

    expect(unsampledSeconds(both, 'GPU-1')).toBe(300)
    expect(unsampledSeconds(null, 'GPU-1')).toBeNull()
  })
})

describe('a process', () => {
  const seen = (minute: number, gpu = 0, endedAt: string | null = null) => ({
    gpu: `GPU-${gpu}`,
    lastSeenAt: new Date(minute * MINUTE).toISOString(),
    endedAt,
  })
  const both = states({ busy: 600 }, { busy: 300, lost: 240 })

  it('runs while the newest samples of its GPU list it', () => {
    expect([seen(9.9), seen(12), seen(7), seen(9.9, 0, 'then')].map((one) => isRunning(one, both, []))).toEqual([
      ...[true, true],
      ...[false, false],
    ])
  })

  it('may have ended on a GPU that is not read', () => {
    expect([seen(9.9, 1), seen(11, 1), seen(9.9, 7)].map((one) => isRunning(one, both, []))).toEqual([
      ...[false, true, false],
    ])
    expect([seen(9.9), seen(11)].map((one) => isRunning(one, both, ['GPU-0']))).toEqual([false, false])
  })

  it('is unknown before the states are', () => {
    expect([seen(9.9), seen(9.9, 0, 'then')].map((one) => isRunning(one, null, []))).toEqual([null, false])
  })

  it('runs on a GPU that only does not report how busy it is', () => {
    const of = (cause: string) => ({
      to: 10 * MINUTE,
      gpus: both.gpus.map((gpu) => ({
        ...gpu,
        segments: [{ from: 0, to: 10 * MINUTE, state: 'no_samples' as const, cause }],
      })),
    })

    expect(['not_reported', 'gap'].map((cause) => isRunning(seen(9.9), of(cause), []))).toEqual([true, false])
  })
})
