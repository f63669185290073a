import { useElementVisibility, useMediaQuery, type MaybeComputedElementRef } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'

/** Whether an element is visible: in the window, or on paper, where all are. */
export function useSeen(element: MaybeComputedElementRef): ComputedRef<boolean> {
  const visible = useElementVisibility(element)
  const printed = useMediaQuery('print')
  return computed(() => visible.value || printed.value)
}
