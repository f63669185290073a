import { describe, expect, it } from 'vitest'
import type { UsageInterval } from '@/api/types'
import { jobBars, newestJob, processesAt } from './jobs'

const HOUR = 3_600_000
const SPAN = { from: 10 * HOUR, to: 20 * HOUR }

function interval(from: number, to: number | null, changes: Partial<UsageInterval> = {}): UsageInterval {
  const time = (hours: number) => new Date(hours * HOUR).toISOString()
  return {
    ...{ gpu: 'GPU-a', index: 0, pid: from, user: 'mchen', name: 'python', program: 'train.py' },
    ...{ gpuInstance: null, computeInstance: null, peakMemoryBytes: null, meanUtilization: null },
    ...{ energyKilowattHours: null, energyShare: 'EXCLUSIVE' as const },
    startedAt: time(from),
    firstSeenAt: time(from),
    endedAt: to === null ? null : time(to),
    lastSeenAt: time(to ?? 19),
    ...changes,
  }
}
const runs = ({ endedAt }: UsageInterval) => endedAt === null

describe('the bars of a lane', () => {
  it('are those of its GPU within the range', () => {
    const all = [interval(8, 12), interval(13, 14), interval(1, 9), interval(15, 16, { gpu: 'GPU-b' })]

    expect(jobBars(all, 'GPU-a', SPAN, runs).map(({ from, to }) => [from / HOUR, to / HOUR])).toEqual([
      [10, 12],
      [13, 14],
    ])
  })

  it('are one for processes that overlap, with all their users', () => {
    const all = [interval(11, null, { user: 'jlopez', program: 'train.ipynb' }), interval(12, 13, { user: 'tbauer' })]

    expect(jobBars(all, 'GPU-a', SPAN, runs)).toEqual([
      expect.objectContaining({ program: 'train.ipynb', users: ['jlopez', 'tbauer'], to: SPAN.to, ended: false }),
    ])
  })

  it('end when their process was last seen, unless it runs', () => {
    expect(jobBars([interval(11, null)], 'GPU-a', SPAN, () => null)[0]?.to).toBe(19 * HOUR)
    expect(jobBars([interval(11, null)], 'GPU-a', SPAN, () => true)[0]?.to).toBe(20 * HOUR)
  })
})

it('the processes at a time are those that had begun and had not ended', () => {
  const all = [interval(11, 12), interval(13, null, { pid: 7 }), interval(13, null, { gpu: 'GPU-b' })]
  const at = (hours: number) => processesAt(all, 'GPU-a', hours * HOUR, runs).map(({ pid }) => pid)

  expect([at(10.5), at(11.5), at(12.5), at(21)]).toEqual([[], [11], [], [7]])
})

describe('the newest job', () => {
  it('has its life with a margin, up to now', () => {
    expect(newestJob([interval(1, 5), interval(10, 12)], 20 * HOUR, runs)).toEqual({
      from: 9.9 * HOUR,
      to: 12.1 * HOUR,
    })
    expect(newestJob([interval(10, null)], 20 * HOUR, runs)?.to).toBe(20 * HOUR)
    expect(newestJob([interval(10, null)], 20 * HOUR, () => false)?.to).toBe(19.45 * HOUR)
    expect(newestJob([], 20 * HOUR, runs)).toBeNull()
  })
})
