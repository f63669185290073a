import { useRafFn } from '@vueuse/core'
import { ref, watch, type Ref } from 'vue'

/** The number of parts to render so far: one more in each frame, so that many at once do not block the page. */
export function useStages(all: () => number): Readonly<Ref<number>> {
  const shown = ref(1)
  const frames = useRafFn(
    () => {
      if (shown.value < all()) shown.value++
      else frames.pause()
    },
    { immediate: false },
  )
  watch(
    all,
    (count) => {
      if (shown.value < count) frames.resume()
    },
    { immediate: true },
  )
  return shown
}
