import { effectScope, nextTick, ref } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useStages } from './stages'

const FRAME_MILLIS = 17

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('one more part is rendered in each frame, up to all of them', async () => {
  const all = ref(3)
  const scope = effectScope()
  const shown = scope.run(() => useStages(() => all.value))
  const frames = async (count: number) => {
    await vi.advanceTimersByTimeAsync(count * FRAME_MILLIS)
    return shown?.value
  }

  expect(shown?.value).toBe(1)
  expect(await frames(1)).toBe(2)
  expect(await frames(5)).toBe(3)

  all.value = 4
  await nextTick()
  expect(await frames(2)).toBe(4)
  scope.stop()
})

it('components are rendered one after the other, without those that are gone', async () => {
  const scopes = [effectScope(), effectScope(), effectScope()]
  const shown = scopes.map((scope) => scope.run(() => useStages(() => 3)))
  const frames = async (count: number) => {
    await vi.advanceTimersByTimeAsync(count * FRAME_MILLIS)
    return shown.map((each) => each?.value)
  }

  expect(await frames(1)).toEqual([2, 1, 1])
  scopes[0]?.stop()
  expect(await frames(4)).toEqual([2, 3, 3])
  scopes.forEach((scope) => {
    scope.stop()
  })
})
