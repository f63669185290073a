import { computed, ref, type ComputedRef } from 'vue'
import { dragged, type TimeView } from './time-view'

/** Where the charts of a page are pointed at, dragged over and clicked on. */
export interface ChartPointer {
  /** What is being dragged over, as shares of the width. */
  selection: ComputedRef<{ left: number; width: number } | null>
  /** For `v-on`. */
  handlers: Record<string, (event: PointerEvent & MouseEvent) => void>
}

const DOUBLE_CLICK_MILLIS = 300

interface Area {
  view: TimeView
  /** Where the time lies on the page. */
  box: () => DOMRect | undefined
  /** Something in the chart was meant, not a moment: a click with a key held, or a finger that rests. */
  pick?: (event: MouseEvent) => void
}

/** A click pins the crosshair, a drag zooms, a double click goes back; a finger points and pins. */
export function useChartPointer({ view, box, pick }: Area): ChartPointer {
  const grip = ref<number | null>(null)
  const end = ref(0)
  let touched = false
  let held = false

  function shareAt({ clientX }: MouseEvent): number {
    const area = box()
    if (area === undefined || area.width === 0) return 0
    return Math.min(1, Math.max(0, (clientX - area.left) / area.width))
  }

  function take(event: PointerEvent): void {
    touched = event.pointerType === 'touch'
    held = false
    // A finger may be about to scroll; and it does not zoom: it has no double click to come back with.
    if (touched || event.button !== 0) return
    view.point(shareAt(event))
    grip.value = end.value = shareAt(event)
    ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
  }

  function move(event: PointerEvent): void {
    // Where the browser kept the end of a drag to itself.
    if (event.pointerType === 'mouse' && event.buttons === 0) grip.value = null
    end.value = shareAt(event)
    view.point(end.value)
  }

  function release(event: PointerEvent): void {
    const share = shareAt(event)
    const width = box()?.width ?? 0
    const from = grip.value
    grip.value = null
    if (touched) {
      if (!held) view.pin(share, width)
      if (view.pinnedAt.value === null) view.point(null)
      return
    }
    if (from === null) return
    const chosen = dragged(view.now(), from, share, width)
    if (chosen !== null) view.zoomTo(chosen)
    else if (event.ctrlKey || event.metaKey || event.shiftKey) pick?.(event)
    else click(event, share, width)
  }

  /** The second half of a double click leaves the pin as it was before the first. */
  function click(event: PointerEvent, share: number, width: number): void {
    if (event.timeStamp - clicked.at < DOUBLE_CLICK_MILLIS) {
      view.pinAt(clicked.before)
      return
    }
    clicked = { at: event.timeStamp, before: view.pinnedAt.value }
    view.pin(share, width)
  }
  let clicked: { at: number; before: number | null } = { at: -Infinity, before: null }

  function leave(event: PointerEvent): void {
    // Under a finger nothing can be read, so the crosshair stays when it is lifted.
    if (grip.value === null && event.pointerType !== 'touch') view.point(null)
  }

  function hold(event: MouseEvent): void {
    if (!touched || pick === undefined) return
    event.preventDefault()
    held = true
    pick(event)
  }

  return {
    selection: computed(() =>
      grip.value === null ? null : { left: Math.min(grip.value, end.value), width: Math.abs(grip.value - end.value) },
    ),
    handlers: {
      pointerdown: take,
      pointermove: move,
      pointerup: release,
      pointerleave: leave,
      pointercancel: () => {
        grip.value = null
        view.point(null)
      },
      lostpointercapture: () => {
        grip.value = null
      },
      dblclick: () => {
        view.zoomTo(null)
      },
      contextmenu: hold,
    },
  }
}
