import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Snapshot } from '@/api/types'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { limitOf, LimitsKeeper } from './limits'

describe('limits', () => {
  let asked: number
  let answer: () => Promise<Snapshot>
  let keeper: LimitsKeeper

  beforeEach(() => {
    vi.useFakeTimers()
    asked = 0
    answer = () => Promise.resolve(aSnapshot(1, { gpus: [aGpu(0, { values: { 'memory.total': 80 } })] }))
    keeper = new LimitsKeeper(() => {
      asked++
      return answer()
    })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  async function follow(snapshot: Snapshot): Promise<void> {
    keeper.follow(snapshot)
    await vi.advanceTimersByTimeAsync(1)
  }

  it('are asked for with the first snapshot and then left alone', async () => {
    await follow(aSnapshot(1))
    await follow(aSnapshot(2))

    expect(asked).toBe(1)
    expect(keeper.limits.value.get('GPU-0')).toEqual({ 'memory.total': 80 })
  })

  it('are asked for again now and then, because an operator can change them', async () => {
    await follow(aSnapshot(1))
    await vi.advanceTimersByTimeAsync(10_000)
    await follow(aSnapshot(11))

    expect(asked).toBe(2)
  })

  it('are asked for again when a GPU comes, goes or recovers', async () => {
    await follow(aSnapshot(1, { gpus: [aGpu(0, { state: 'ATTACHING' })] }))
    await follow(aSnapshot(2, { gpus: [aGpu(0)] }))
    await follow(aSnapshot(3, { gpus: [aGpu(0), aGpu(1)] }))

    expect(asked).toBe(3)
  })

  it('of a GPU that cannot be read stay as it told them', async () => {
    await follow(aSnapshot(1))
    const lost = aGpu(0, { state: 'LOST', values: {} })
    answer = () => Promise.resolve(aSnapshot(2, { gpus: [lost] }))
    await follow(aSnapshot(2, { gpus: [lost] }))

    expect(asked).toBe(2)
    expect(keeper.limits.value.get('GPU-0')).toEqual({ 'memory.total': 80 })
  })

  it('stay as they were when they cannot be asked for', async () => {
    await follow(aSnapshot(1))
    answer = () => Promise.reject(new Error('gone'))
    await follow(aSnapshot(2, { gpus: [aGpu(0), aGpu(1), aGpu(2)] }))

    expect(asked).toBe(2)
    expect(keeper.limits.value.get('GPU-0')).toEqual({ 'memory.total': 80 })
  })

  it('are asked for again soon when they could not be', async () => {
    answer = () => Promise.reject(new Error('gone'))
    await follow(aSnapshot(1))
    await follow(aSnapshot(2))
    expect(asked).toBe(1)

    await vi.advanceTimersByTimeAsync(2000)
    await follow(aSnapshot(3))
    expect(asked).toBe(2)
  })

  it('that a GPU does not tell come with the reason', async () => {
    const silent = aGpu(0, { values: {}, absent: { 'memory.total': 'NO_PERMISSION' } })
    answer = () => Promise.resolve(aSnapshot(1, { gpus: [silent] }))
    const known = () => ({ limits: keeper.limits.value, limitReasons: keeper.reasons.value })
    expect(limitOf(known(), silent, 'memory.total')).toMatchObject({ value: null, quality: 'waiting' })

    await follow(aSnapshot(1))
    expect(limitOf(known(), silent, 'memory.total')).toMatchObject({
      value: null,
      quality: 'noAccess',
      reason: 'NO_PERMISSION',
    })
  })

  it('are asked for again soon while a GPU has not told them yet', async () => {
    const unread = aGpu(0, { values: {}, absent: { 'memory.total': 'NO_DATA' } })
    answer = () => Promise.resolve(aSnapshot(1, { gpus: [unread] }))
    await follow(aSnapshot(1))
    await vi.advanceTimersByTimeAsync(2000)
    await follow(aSnapshot(3))

    expect(asked).toBe(2)
  })
})
