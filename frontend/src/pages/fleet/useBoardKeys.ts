import type { ShallowRef } from 'vue'
import type { Place } from './place'

/** What the arrow keys move to: the name of each machine and its GPUs. */
const STOP = '[data-stop]'

interface BoardKeys {
  onKeydown: (event: KeyboardEvent) => void
  /** Lets the tab key reach the board: exactly one of its stops is in the order of the page. */
  ensureStop: () => void
  /** The machine and the GPU of an element of the board. */
  placeOf: (target: EventTarget | null) => Place | null
}

/**
 * Arrow keys on the board. The order of tabs is set in the document itself: hundreds of rows would be rendered for one
 * step otherwise.
 */
export function useBoardKeys(board: Readonly<ShallowRef<HTMLElement | null>>): BoardKeys {
  const rows = () => [...(board.value?.querySelectorAll<HTMLElement>('[data-machine]') ?? [])]
  const stops = (row: Element | undefined) => [...(row?.querySelectorAll<HTMLElement>(STOP) ?? [])]

  function move(from: HTMLElement, to: HTMLElement | undefined): void {
    if (to === undefined) return
    from.tabIndex = -1
    to.tabIndex = 0
    to.focus()
  }

  function target(key: string, from: HTMLElement): HTMLElement | undefined {
    const all = rows()
    const row = all.findIndex((each) => each.contains(from))
    const own = stops(all[row])
    const column = own.indexOf(from)
    if (key === 'ArrowRight') return own[column + 1]
    if (key === 'ArrowLeft') return own[column - 1]
    if (key === 'Home') return own[0]
    if (key === 'End') return own.at(-1)
    const others = stops(all[row + (key === 'ArrowDown' ? 1 : -1)])
    return others[column] ?? others.at(-1)
  }

  return {
    onKeydown(event) {
      const from = event.target instanceof Element ? event.target.closest<HTMLElement>(STOP) : null
      if (from === null || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter' && from.dataset['gpu'] !== undefined) {
        event.preventDefault()
        from.click()
      } else if (/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(event.key)) {
        event.preventDefault()
        move(from, target(event.key, from))
      }
    },
    ensureStop() {
      const all = [...(board.value?.querySelectorAll<HTMLElement>(STOP) ?? [])]
      if (all[0] !== undefined && !all.some(({ tabIndex }) => tabIndex === 0)) all[0].tabIndex = 0
    },
    placeOf(element) {
      if (!(element instanceof Element)) return null
      const machine = element.closest<HTMLElement>('[data-machine]')?.dataset['machine']
      const gpu = element.closest<HTMLElement>('[data-gpu]')?.dataset['gpu']
      return machine === undefined ? null : { machine, gpu: gpu === undefined ? null : Number(gpu) }
    },
  }
}
