import { onMounted, onUnmounted } from 'vue'
import { useLive } from '@/store/live'
import type { Timeline } from '@/timeseries/timeline'
import type { TimeView } from './time-view'

/** Charts are staggered within a pixel, so that not all of a page are redrawn in the same frame. */
const PHASES = 4
const INSERTIONS = 32
let charts = 0

/**
 * Calls back when time has advanced by a pixel of the chart: for a chart of many minutes a pixel is longer than the
 * interval of snapshots.
 */
export function useRedraw(draw: () => void, pixelMillis: () => number, end?: () => number): void {
  const { edge, onDraw, timeline } = useLive()
  const to = end ?? edge
  const phase = (charts++ % PHASES) / PHASES
  let rendered = ''

  function redrawIfChanged(): void {
    const millis = pixelMillis()
    const pixel = millis > 0 ? Math.floor(to() / millis + phase) : to()
    // Samples that were discarded must disappear at once; older samples are inserted in batches.
    const { insertions, isSettled } = timeline
    const past = isSettled ? `all ${insertions}` : Math.floor(insertions / INSERTIONS + phase)
    const shown = `${timeline.generation} ${past} ${pixel}`
    if (shown === rendered) return
    rendered = shown
    draw()
  }

  let stop: (() => void) | undefined
  onMounted(() => {
    stop = onDraw(redrawIfChanged)
  })
  onUnmounted(() => stop?.())
}

/** Changes with the visible content: with time, and in a zoomed range with the samples that are added or dropped. */
export function endOf({ now, zoom }: TimeView, { firstTime = 0, lastTime = 0 }: Timeline): number {
  const { from, to } = now()
  return zoom.value === null ? to : Math.min(to, lastTime) + Math.max(0, firstTime - from)
}

/** The time that a pixel of the screen covers. */
export function millisPerPixel(rangeMillis: number, width: number): number {
  return width > 0 ? rangeMillis / (width * window.devicePixelRatio) : 0
}
