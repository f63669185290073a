import { useDocumentVisibility } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'
import { parentVisible } from '@/navigation/parent'

/** Whether the page can be seen: its tab is shown, and so is the frame that it is in. */
export function useVisible(): ComputedRef<boolean> {
  const visibility = useDocumentVisibility()
  return computed(() => visibility.value === 'visible' && parentVisible.value)
}
