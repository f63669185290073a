import { useEventListener } from '@vueuse/core'
import { shallowRef, type ShallowRef } from 'vue'
import type { MetricKey } from '@/api/types'
import { embedded } from '@/navigation/embed'
import { useShortcut } from '@/composables/shortcuts'
import { INSPECTABLE } from '@/store/metric-attributes'

/** The number to be explained: its metric, and its element on the page. */
export interface Inspected {
  metric: MetricKey
  /** Key of the GPU; null for a number of all GPUs or of the machine. */
  gpu: string | null
  element: HTMLElement
}

const FORWARD = ['ArrowRight', 'ArrowDown']
const BACK = ['ArrowLeft', 'ArrowUp']

/**
 * Opens the inspector on a click on a number. Hundreds of numbers in the tab order would hide everything else, so a key
 * focuses the first; arrows move from there, and Enter opens.
 */
export function useInspector(): ShallowRef<Inspected | null> {
  const inspected = shallowRef<Inspected | null>(null)
  if (embedded) return inspected

  function inspect(element: HTMLElement): void {
    const { metric, gpu } = element.dataset
    // Elements have it from `metricAttributes`, which takes keys of the catalogue only.
    if (metric !== undefined) inspected.value = { metric: metric as MetricKey, gpu: gpu ?? null, element }
  }

  useEventListener(document, 'click', (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const number = target?.closest<HTMLElement>(INSPECTABLE) ?? null
    if (number === null || target?.closest('a, button, dialog') || hasSelection()) return
    inspect(number)
  })
  useEventListener(
    document,
    'keydown',
    (event: KeyboardEvent) => {
      const number = event.target instanceof HTMLElement && event.target.matches(INSPECTABLE) ? event.target : null
      if (number === null || event.metaKey || event.ctrlKey || event.altKey) return
      if (!move(number, event.key, inspect)) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
  useShortcut({
    keys: ['q'],
    shown: 'Q',
    label: 'keyboard.inspect',
    run: () => {
      focus(shownNumbers()[0])
    },
  })
  return inspected
}

/** A selection means that the user is copying a number. */
function hasSelection(): boolean {
  return getSelection()?.type === 'Range'
}

function move(from: HTMLElement, key: string, inspect: (element: HTMLElement) => void): boolean {
  if (key === 'Enter' || key === ' ') {
    inspect(from)
    return true
  }
  if (key === 'Escape') {
    from.blur()
    return true
  }
  const step = FORWARD.includes(key) ? 1 : BACK.includes(key) ? -1 : 0
  if (step === 0) return false
  const numbers = shownNumbers()
  focus(numbers[numbers.indexOf(from) + step])
  return true
}

function shownNumbers(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`#main ${INSPECTABLE}`)].filter(
    (each) => each.offsetParent !== null,
  )
}

/** Makes the element focusable only now, so that the next Tab continues from there. */
function focus(element: HTMLElement | undefined): void {
  if (element === undefined) return
  element.tabIndex = -1
  element.focus()
}
