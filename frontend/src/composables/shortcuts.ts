import { useEventListener } from '@vueuse/core'
import { onUnmounted, readonly, shallowRef, type Ref } from 'vue'
import { embedded } from './embed'

export interface Shortcut {
  /** Values of KeyboardEvent.key, lower case. */
  keys: readonly string[]
  /** Keys as the help prints them, and the message key of what they do. */
  shown: string
  label: string
  run: (key: string) => void
}

const known = shallowRef<readonly Shortcut[]>([])

/** What the help lists: exactly the shortcuts that work at the moment. */
export function useKnownShortcuts(): Readonly<Ref<readonly Shortcut[]>> {
  return readonly(known)
}

export function useShortcut(shortcut: Shortcut): void {
  if (embedded) return
  known.value = [...known.value, shortcut]
  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    if (!shortcut.keys.includes(event.key.toLowerCase()) || isTakenElsewhere(event)) return
    event.preventDefault()
    shortcut.run(event.key.toLowerCase())
  })
  onUnmounted(() => {
    known.value = known.value.filter((each) => each !== shortcut)
  })
}

function isTakenElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true
  if (document.querySelector('dialog[open]') !== null) return true
  if (!(event.target instanceof Element)) return false
  const own = event.key === ' ' ? 'input,select,textarea,button,a' : 'input,select,textarea'
  return event.target.closest(own) !== null
}
