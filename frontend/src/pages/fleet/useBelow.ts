import { useEventListener, useResizeObserver } from '@vueuse/core'
import { onMounted, ref, type Ref } from 'vue'

/** Height of the line below the board, and the space around it. */
const AROUND = 32 + 28
const LEAST = 240

/** The height of the window below the top of an element, without the line at its end. */
export function useBelow(element: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<number>> {
  const height = ref(LEAST)
  function measure(): void {
    if (element.value === null) return
    const top = element.value.getBoundingClientRect().top + window.scrollY
    height.value = Math.max(LEAST, Math.floor(window.innerHeight - top - AROUND))
  }
  onMounted(measure)
  // Other parts of the page move it.
  useResizeObserver([element, () => document.body], measure)
  useEventListener(window, 'resize', measure)
  return height
}
