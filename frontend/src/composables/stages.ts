import { useRafFn } from '@vueuse/core'
import { onScopeDispose, ref, watch, type Ref } from 'vue'

/** Components with parts that are not rendered yet, in the order in which they render them. */
const unfinished = new Set<Ref<number>>()

/**
 * The number of parts to render so far: one more of one component in each frame, so that many at once do not block the
 * page.
 */
export function useStages(all: () => number): Readonly<Ref<number>> {
  const shown = ref(1)
  const frames = useRafFn(
    () => {
      if (shown.value < all()) {
        if ([...unfinished].indexOf(shown) === 0) shown.value++
      } else stop()
    },
    { immediate: false },
  )
  function stop(): void {
    unfinished.delete(shown)
    frames.pause()
  }
  watch(
    all,
    (count) => {
      if (shown.value >= count) return
      unfinished.add(shown)
      frames.resume()
    },
    { immediate: true },
  )
  onScopeDispose(stop)
  return shown
}
