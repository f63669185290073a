import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Snapshot } from '@/api/types'
import { anInstance } from '@/testing/mig'
import { steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, lastOf } from '@/testing/snapshots'
import { effectScope, type EffectScope } from 'vue'
import { instancesOf } from './instances'
import { limitOf, useLimits, type PolledLimits } from './limits'

describe('limits', () => {
  let requests: number
  let answer: () => Promise<Snapshot>
  let polled: PolledLimits
  let scope: EffectScope

  beforeEach(() => {
    vi.useFakeTimers()
    requests = 0
    answer = () => Promise.resolve(aSnapshot(1, { gpus: [aGpu(0, { values: { 'memory.total': 80 } })] }))
    scope = effectScope()
    polled = scope.run(() =>
      useLimits(() => {
        requests++
        return answer()
      }),
    ) as PolledLimits
  })

  afterEach(() => {
    scope.stop()
    vi.useRealTimers()
  })

  async function follow(snapshot: Snapshot): Promise<void> {
    polled.follow(snapshot)
    await vi.advanceTimersByTimeAsync(1)
  }

  it('are requested with the first snapshot only', async () => {
    await follow(aSnapshot(1))
    await follow(aSnapshot(2))

    expect(requests).toBe(1)
    expect(polled.limits.value.get('GPU-0')).toEqual({ 'memory.total': 80 })
  })

  it('are pending until the first answer, or until it fails, and not without a GPU', async () => {
    let end: (answer: Snapshot | PromiseLike<Snapshot>) => void = () => undefined
    answer = () => new Promise((resolve) => (end = resolve))
    await follow(aSnapshot(1, { gpus: [] }))
    expect(polled.pending.value).toBe(false)
    await follow(aSnapshot(2))
    expect(polled.pending.value).toBe(true)
    end(Promise.reject(new Error('off')))
    await vi.advanceTimersByTimeAsync(1)
    expect(polled.pending.value).toBe(false)

    await vi.advanceTimersByTimeAsync(2000)
    end(aSnapshot(3))
    await vi.advanceTimersByTimeAsync(1)
    expect([polled.pending.value, polled.limits.value.size > 0]).toEqual([false, true])
  })

  it('are those of MIG instances too, at once for a new one', async () => {
    const mig = [anInstance(1, '1g.10gb', { values: { 'mig.memory.total': 10 } })]
    answer = () => Promise.resolve(aSnapshot(1, { gpus: [aGpu(0, { mig })] }))
    await follow(aSnapshot(1, { gpus: [aGpu(0)] }))
    await follow(aSnapshot(2, { gpus: [aGpu(0, { mig })] }))

    expect(requests).toBe(2)
    expect(polled.limits.value.get(`${mig[0]?.uuid} 1`)).toEqual({ 'mig.memory.total': 10 })
  })

  it('are requested regularly, because an operator can change them', async () => {
    await follow(aSnapshot(1))
    await vi.advanceTimersByTimeAsync(10_000)
    await follow(aSnapshot(11))

    expect(requests).toBe(2)
  })

  it('are requested again when a GPU appears, disappears or recovers', async () => {
    await follow(aSnapshot(1, { gpus: [aGpu(0, { state: 'ATTACHING' })] }))
    await follow(aSnapshot(2, { gpus: [aGpu(0)] }))
    await follow(aSnapshot(3, { gpus: [aGpu(0), aGpu(1)] }))

    expect(requests).toBe(3)
  })

  it('of a GPU that cannot be read are retained', async () => {
    await follow(aSnapshot(1))
    const lost = aGpu(0, { state: 'LOST', values: {} })
    answer = () => Promise.resolve(aSnapshot(2, { gpus: [lost] }))
    await follow(aSnapshot(2, { gpus: [lost] }))

    expect(requests).toBe(2)
    expect(polled.limits.value.get('GPU-0')).toEqual({ 'memory.total': 80 })
  })

  it('of a GPU that was lost before the page was opened are among its last values', async () => {
    const last = lastOf(aGpu(0, { values: { 'memory.total': 90 } }), 0)
    const lost = aGpu(0, { state: 'LOST', values: {}, last })
    answer = () => Promise.resolve(aSnapshot(1, { gpus: [lost] }))
    await follow(aSnapshot(1, { gpus: [lost] }))

    expect(polled.limits.value.get('GPU-0')).toEqual({ 'memory.total': 90 })
  })

  it('are retained when a request fails', async () => {
    await follow(aSnapshot(1))
    answer = () => Promise.reject(new Error('gone'))
    await follow(aSnapshot(2, { gpus: [aGpu(0), aGpu(1), aGpu(2)] }))

    expect(requests).toBe(2)
    expect(polled.limits.value.get('GPU-0')).toEqual({ 'memory.total': 80 })
  })

  it('are requested again soon after a failure', async () => {
    answer = () => Promise.reject(new Error('gone'))
    await follow(aSnapshot(1))
    await follow(aSnapshot(2))
    expect(requests).toBe(1)

    await vi.advanceTimersByTimeAsync(2000)
    await follow(aSnapshot(3))
    expect(requests).toBe(2)
  })

  it('are requested again soon after a failure, also if all were known', async () => {
    await follow(aSnapshot(1))
    answer = () => Promise.reject(new Error('gone'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requests).toBe(2)
    await vi.advanceTimersByTimeAsync(2000)
    expect(requests).toBe(3)
  })

  it('that a readable GPU no longer has are dropped', async () => {
    await follow(aSnapshot(1))
    answer = () => Promise.resolve(aSnapshot(2, { gpus: [aGpu(0, { values: { 'power.limit': 700 } })] }))
    await vi.advanceTimersByTimeAsync(10_000)

    expect(polled.limits.value.get('GPU-0')).toEqual({ 'power.limit': 700 })
  })

  it('that a GPU does not report have a reason', async () => {
    const silent = aGpu(0, { values: {}, absent: { 'memory.total': 'NO_PERMISSION' } })
    answer = () => Promise.resolve(aSnapshot(1, { gpus: [silent] }))
    const known = () => ({ limits: polled.limits.value, limitReasons: polled.reasons.value })
    expect(limitOf(known(), silent, 'memory.total')).toMatchObject({ value: null, quality: 'waiting' })

    await follow(aSnapshot(1))
    expect(limitOf(known(), silent, 'memory.total')).toMatchObject({
      value: null,
      quality: 'noAccess',
      reason: 'NO_PERMISSION',
    })
  })

  it('that an instance does not report have a reason', async () => {
    const mig = [anInstance(1, '1g.10gb', { absent: { 'mig.memory.total': 'NO_PERMISSION' } })]
    answer = () => Promise.resolve(aSnapshot(1, { gpus: [aGpu(0, { mig })] }))
    const streamed = aGpu(0, { mig: [anInstance(1, '1g.10gb')] })
    await follow(aSnapshot(1, { gpus: [streamed] }))
    const limitReasons = polled.reasons.value
    const [instance] = instancesOf(steadyMoment([streamed], { limitReasons }), streamed)

    expect(instance?.total).toMatchObject({ value: null, quality: 'noAccess', reason: 'NO_PERMISSION' })
  })

  it('are requested again soon while a GPU has not reported them yet', async () => {
    const unread = aGpu(0, { values: {}, absent: { 'memory.total': 'NO_DATA' } })
    answer = () => Promise.resolve(aSnapshot(1, { gpus: [unread, aGpu(1)] }))
    await follow(aSnapshot(1))
    await vi.advanceTimersByTimeAsync(2000)
    await follow(aSnapshot(3))

    expect(requests).toBe(2)
  })
})
