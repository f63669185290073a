import { onMounted, onUnmounted } from 'vue'
import { useLive } from '@/store/live'
import type { Timeline } from '@/timeseries/timeline'
import type { TimeView } from './time-view'

/** Charts take turns within a pixel, so that not all of a page are drawn at once. */
const TURNS = 4
const INSERTIONS = 32
let charts = 0

/**
 * Calls back whenever time has moved on by so much that a chart would look different: for a chart of many minutes a
 * pixel lasts longer than it takes the next snapshot to come.
 */
export function useRedraw(draw: () => void, pixelMillis: () => number, end?: () => number): void {
  const { edge, onDraw, timeline } = useLive()
  const to = end ?? edge
  const turn = (charts++ % TURNS) / TURNS
  let drawn = ''

  function follow(): void {
    const millis = pixelMillis()
    const place = millis > 0 ? Math.floor(to() / millis + turn) : to()
    // What is known may have been forgotten, and is not to be seen a moment longer; the past is filled in by batches.
    const { insertions, isSettled } = timeline
    const past = isSettled ? `all ${insertions}` : Math.floor(insertions / INSERTIONS + turn)
    const shown = `${timeline.generation} ${past} ${place}`
    if (shown === drawn) return
    drawn = shown
    draw()
  }

  let stop: (() => void) | undefined
  onMounted(() => {
    stop = onDraw(follow)
  })
  onUnmounted(() => stop?.())
}

/** Moves on with what can be seen: with time, and of what was zoomed into with the samples that come or go. */
export function endOf({ now, zoom }: TimeView, { firstTime = 0, lastTime = 0 }: Timeline): number {
  const { from, to } = now()
  return zoom.value === null ? to : Math.min(to, lastTime) + Math.max(0, firstTime - from)
}

/** How long a pixel of the screen lasts. */
export function millisPerPixel(rangeMillis: number, width: number): number {
  return width > 0 ? rangeMillis / (width * window.devicePixelRatio) : 0
}
