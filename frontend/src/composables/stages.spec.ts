import { effectScope, nextTick, ref } from 'vue'
import { expect, it, vi } from 'vitest'
import { useStages } from './stages'

const FRAME_MILLIS = 17

it('one more part is rendered in each frame, up to all of them', async () => {
  vi.useFakeTimers()
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
