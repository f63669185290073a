/** So far from a line a click still means it. */
export const REACH_PIXELS = 10

export interface LineAt {
  /** Whose line it is; null for one that stands for nobody alone. */
  index: number | null
  /** Where it is at the place of the click, in pixels; null where it has no sample. */
  y: number | null
}

/** Whose line a click means, or null where none is near enough. */
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
