import { useElementVisibility, useMediaQuery, type MaybeComputedElementRef } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'

/** Whether somebody can see an element: it is in the window, or on paper with all the others. */
export function useSeen(element: MaybeComputedElementRef): ComputedRef<boolean> {
  const visible = useElementVisibility(element)
  const printed = useMediaQuery('print')
  return computed(() => visible.value || printed.value)
}
