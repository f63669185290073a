import type { PlainKey } from '@/i18n/keys'
import { useEventListener } from '@vueuse/core'
import { onUnmounted, readonly, shallowRef, type Ref } from 'vue'
import { embedded } from '@/navigation/embed'

export interface Shortcut {
  /** Values of KeyboardEvent.key, lower case. */
  keys: readonly string[]
  /** Keys as the help prints them, and the message key of their description. */
  shown: string
  label: PlainKey
  run: (key: string) => void
}

const known = shallowRef<readonly Shortcut[]>([])

/** The active shortcuts, which the help lists. */
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

/** Whether a dialog, a field or the browser handles a key. */
export function isTakenElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true
  if (document.querySelector('dialog[open]') !== null) return true
  if (!(event.target instanceof Element)) return false
  const own = event.key === ' ' ? 'input,select,textarea,button,a' : 'input,select,textarea'
  return event.target.closest(own) !== null
}

interface Chord {
  first: string
  shown: string
  label: PlainKey
  /** Whether another digit could follow. */
  goesOn: (digits: string) => boolean
  run: (digits: string) => void
}

const CHORD_MILLIS = 1500
const NEXT_DIGIT_MILLIS = 600

/** A letter and then a number. Digits that it waits for do not reach other shortcuts. */
export function useChord(chord: Chord): void {
  if (embedded) return
  let digits: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (): void => {
    const typed = digits ?? ''
    digits = null
    clearTimeout(timer)
    if (typed !== '') chord.run(typed)
  }

  useShortcut({
    keys: [chord.first],
    shown: chord.shown,
    label: chord.label,
    run: () => {
      digits = ''
      clearTimeout(timer)
      timer = setTimeout(end, CHORD_MILLIS)
    },
  })
  useEventListener(
    window,
    'keydown',
    (event: KeyboardEvent) => {
      if (digits === null || event.key.toLowerCase() === chord.first || isTakenElsewhere(event)) return
      if (!/^\d$/.test(event.key)) {
        digits = null
        clearTimeout(timer)
        return
      }
      event.preventDefault()
      digits += event.key
      clearTimeout(timer)
      if (chord.goesOn(digits)) timer = setTimeout(end, NEXT_DIGIT_MILLIS)
      else end()
    },
    { capture: true },
  )
  onUnmounted(() => {
    clearTimeout(timer)
  })
}
