import { useRafFn } from '@vueuse/core'
import { shallowRef, watch, type ShallowRef } from 'vue'

/**
 * The latest values by key, of which at most `atOnce` are replaced in a frame, so that many changes do not block the
 * page. Values of new keys are there at once.
 */
export function useInTurn<T>(
  latest: () => ReadonlyMap<string, T>,
  isSame: (a: T, b: T) => boolean,
  atOnce: number,
): Readonly<ShallowRef<ReadonlyMap<string, T>>> {
  const shown = shallowRef(latest())
  const frames = useRafFn(replace, { immediate: false })

  function replace(): void {
    const before = shown.value
    const now = new Map(latest())
    let changed = 0
    for (const [key, value] of now) {
      const old = before.get(key)
      if (old !== undefined && (isSame(old, value) || ++changed > atOnce)) now.set(key, old)
    }
    shown.value = now
    if (changed > atOnce) frames.resume()
    else frames.pause()
  }
  watch(latest, replace)
  return shown
}
