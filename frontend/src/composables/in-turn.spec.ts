import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useInTurn } from './in-turn'

const FRAME = 20
const keys = ['a', 'b', 'c', 'd', 'e']
const all = (value: number) => new Map(keys.map((key) => [key, value]))

describe('values in turn', () => {
  let scope: EffectScope
  beforeEach(() => {
    vi.useFakeTimers()
    scope = effectScope()
  })
  afterEach(() => {
    scope.stop()
    vi.useRealTimers()
  })

  function values(first: Map<string, number>) {
    const latest = shallowRef<ReadonlyMap<string, number>>(first)
    const shown = scope.run(() => useInTurn(() => latest.value, Object.is, 2))
    return { latest, numbers: () => [...(shown?.value.values() ?? [])] }
  }

  it('are replaced in several frames, the first ones at once', async () => {
    const { latest, numbers } = values(all(1))
    expect(numbers()).toEqual([1, 1, 1, 1, 1])
    latest.value = all(2)
    await nextTick()
    expect(numbers()).toEqual([2, 2, 1, 1, 1])

    vi.advanceTimersByTime(FRAME)
    expect(numbers()).toEqual([2, 2, 2, 2, 1])
    vi.advanceTimersByTime(FRAME)
    expect(numbers()).toEqual([2, 2, 2, 2, 2])
  })

  it('are the latest ones in the end', async () => {
    const { latest, numbers } = values(all(1))
    latest.value = all(2)
    await nextTick()
    latest.value = all(3)
    await nextTick()
    vi.advanceTimersByTime(10 * FRAME)
    expect(numbers()).toEqual([3, 3, 3, 3, 3])
  })

  it('come and go with their keys at once', async () => {
    const { latest, numbers } = values(all(1))
    latest.value = new Map([...['f', 'g', 'h'].map((key) => [key, 9] as const), ['a', 1]])
    await nextTick()
    expect(numbers()).toEqual([9, 9, 9, 1])
  })
})
