import { onKeyStroke } from '@vueuse/core'
import { ref, type Ref } from 'vue'
import { useShortcut } from './shortcuts'

/** The crosshair, shared by all charts of a page: 0 at their left edge, 1 at their right, null when it is away. */
export type Cursor = Ref<number | null>

const STEP = 0.01

export function useCursor(): Cursor {
  const cursor = ref<number | null>(null)
  useShortcut({
    keys: ['arrowleft', 'arrowright'],
    shown: '← →',
    label: 'keyboard.cursor',
    run: (key) => {
      const step = key === 'arrowleft' ? -STEP : STEP
      cursor.value = Math.min(1, Math.max(0, (cursor.value ?? 1) + step))
    },
  })
  onKeyStroke('Escape', () => {
    cursor.value = null
  })
  return cursor
}
