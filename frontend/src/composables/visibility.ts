import { useDocumentVisibility } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'
import { parentVisible } from '@/navigation/parent'

/** Whether the page is visible: its tab and the frame that contains it. */
export function useVisible(): ComputedRef<boolean> {
  const visibility = useDocumentVisibility()
  return computed(() => visibility.value === 'visible' && parentVisible.value)
}
