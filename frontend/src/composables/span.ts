import { onKeyStroke } from '@vueuse/core'
import { shallowRef, type ShallowRef } from 'vue'
import { useLive } from '@/live/live'

/** A part of the past that somebody looks at more closely. */
export interface Span {
  from: number
  to: number
}

interface PageSpan {
  /** What was zoomed into, or null while the charts follow the present. */
  zoom: ShallowRef<Span | null>
  /** What all charts of the page show at this very moment. */
  now: () => Span
}

/** The one stretch of time that all charts of a page share. */
export function useSpan(rangeMillis: () => number): PageSpan {
  const { edge } = useLive()
  const zoom = shallowRef<Span | null>(null)
  onKeyStroke('Escape', () => {
    zoom.value = null
  })
  return { zoom, now: () => zoom.value ?? { from: edge() - rangeMillis(), to: edge() } }
}

/** What a drag from one share of the charts' width to another means; a slip of the hand means nothing. */
export function dragged({ from, to }: Span, one: number, other: number, pixels: number): Span | null {
  const left = Math.max(0, Math.min(one, other))
  const right = Math.min(1, Math.max(one, other))
  if ((right - left) * pixels < LEAST_PIXELS) return null
  const span = { from: from + left * (to - from), to: from + right * (to - from) }
  return span.to - span.from < LEAST_MILLIS ? null : span
}

const LEAST_PIXELS = 6
const LEAST_MILLIS = 2000
