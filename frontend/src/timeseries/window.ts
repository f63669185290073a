import type { Span } from './span'

/** Step of a key, as a part of the width. */
const STEP = 0.1
const LEAST_MILLIS = 60_000

/** Moves a window into the available span, with the same width if possible. */
export function within(window: Span, all: Span): Span {
  const width = Math.min(all.to - all.from, Math.max(LEAST_MILLIS, window.to - window.from))
  const from = Math.min(all.to - width, Math.max(all.from, window.from))
  return { from, to: from + width }
}

export function moved(window: Span, millis: number, all: Span): Span {
  return within({ from: window.from + millis, to: window.to + millis }, all)
}

/** Moves one edge, which cannot pass the other. */
export function resized(window: Span, edge: 'from' | 'to', to: number, all: Span): Span {
  const place = Math.min(all.to, Math.max(all.from, to))
  if (edge === 'from') return { from: Math.min(place, window.to - LEAST_MILLIS), to: window.to }
  return { from: window.from, to: Math.max(place, window.from + LEAST_MILLIS) }
}

/** Applies a key to a window: arrows move it, with Shift its end; null for any other key. */
export function pressed(window: Span, key: string, isShifted: boolean, all: Span): Span | null {
  const width = window.to - window.from
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return isShifted ? resized(window, 'to', window.to - width * STEP, all) : moved(window, -width * STEP, all)
    case 'ArrowRight':
    case 'ArrowUp':
      return isShifted ? resized(window, 'to', window.to + width * STEP, all) : moved(window, width * STEP, all)
    case 'PageUp':
      return moved(window, -width, all)
    case 'PageDown':
      return moved(window, width, all)
    case 'Home':
      return moved(window, all.from - window.from, all)
    case 'End':
      return moved(window, all.to - window.to, all)
    default:
      return null
  }
}
