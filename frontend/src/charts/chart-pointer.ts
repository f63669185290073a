import { computed, ref, type ComputedRef } from 'vue'
import { dragged, type TimeView } from './time-view'

/** The pointer on the charts of a page: hover, drag and click. */
export interface ChartPointer {
  /** The range of the current drag, as shares of the width. */
  selection: ComputedRef<{ left: number; width: number } | null>
  /** For `v-on`. */
  handlers: Record<string, (event: PointerEvent & MouseEvent) => void>
}

const DOUBLE_CLICK_MILLIS = 300

interface Area {
  view: TimeView
  /** The box of the time axis on the page. */
  box: () => DOMRect | undefined
  /** Picks a line, by a click with a modifier key or a long press. */
  pick?: (event: MouseEvent) => void
}

/** A click pins the crosshair, a drag zooms, a double click resets the zoom; touch points and pins. */
export function useChartPointer({ view, box, pick }: Area): ChartPointer {
  const dragStart = ref<number | null>(null)
  const end = ref(0)
  let isTouch = false
  let isLongPress = false

  function shareAt({ clientX }: MouseEvent): number {
    const area = box()
    if (area === undefined || area.width === 0) return 0
    return Math.min(1, Math.max(0, (clientX - area.left) / area.width))
  }

  function press(event: PointerEvent): void {
    isTouch = event.pointerType === 'touch'
    isLongPress = false
    // Touch may be a scroll, and does not zoom: it has no double click to reset it.
    if (isTouch || event.button !== 0) return
    view.point(shareAt(event))
    dragStart.value = end.value = shareAt(event)
    ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
  }

  function move(event: PointerEvent): void {
    // The browser may not report the end of a drag.
    if (event.pointerType === 'mouse' && event.buttons === 0) dragStart.value = null
    end.value = shareAt(event)
    view.point(end.value)
  }

  function release(event: PointerEvent): void {
    const share = shareAt(event)
    const width = box()?.width ?? 0
    const from = dragStart.value
    dragStart.value = null
    if (isTouch) {
      if (!isLongPress) view.pin(share, width)
      if (view.pinnedAt.value === null) view.point(null)
      return
    }
    if (from === null) return
    const chosen = dragged(view.now(), from, share, width)
    if (chosen !== null) view.zoomTo(chosen)
    else if (event.ctrlKey || event.metaKey || event.shiftKey) pick?.(event)
    else click(event, share, width)
  }

  /** The second click of a double click restores the pin. */
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
    // A finger covers the chart, so the crosshair remains when it is lifted.
    if (dragStart.value === null && event.pointerType !== 'touch') view.point(null)
  }

  function longPress(event: MouseEvent): void {
    if (!isTouch || pick === undefined) return
    event.preventDefault()
    isLongPress = true
    pick(event)
  }

  return {
    selection: computed(() =>
      dragStart.value === null
        ? null
        : { left: Math.min(dragStart.value, end.value), width: Math.abs(dragStart.value - end.value) },
    ),
    handlers: {
      pointerdown: press,
      pointermove: move,
      pointerup: release,
      pointerleave: leave,
      pointercancel: () => {
        dragStart.value = null
        view.point(null)
      },
      lostpointercapture: () => {
        dragStart.value = null
      },
      dblclick: () => {
        view.zoomTo(null)
      },
      contextmenu: longPress,
    },
  }
}
