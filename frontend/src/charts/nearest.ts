/** Largest distance of a click from the line it picks. */
export const REACH_PIXELS = 10

export interface LineAt {
  /** Index of the GPU; null for a line of no single GPU. */
  index: number | null
  /** Vertical position at the click, in pixels; null without a sample. */
  y: number | null
}

/** The GPU of the line nearest to a click, or null if none is near enough. */
export function nearestLine(lines: readonly LineAt[], y: number): number | null {
  let found: number | null = null
  let least = REACH_PIXELS
  for (const line of lines) {
    if (line.index === null || line.y === null) continue
    const away = Math.abs(line.y - y)
    if (away > least) continue
    least = away
    found = line.index
  }
  return found
}
