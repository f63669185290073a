const MINUTE = 60_000
/** Round distances between time labels, in milliseconds. */
const SECONDS = [1, 2, 5, 10, 15, 30].map((each) => each * 1000)
const MINUTES = [1, 2, 3, 5, 10, 15, 30, 60, 120, 180, 360].map((each) => each * MINUTE)
const DISTANCES = [...SECONDS, ...MINUTES]
const WIDEST = 360 * MINUTE
const LABEL_PIXELS = 48
const PIXELS_PER_LABEL = 92

export interface Tick {
  time: number
  /** Place on the axis, 0 at its left end and 1 at its right. */
  share: number
}

/** Round times along the axis; a label that an edge would cut is left out. */
export function timeTicks(from: number, to: number, pixels: number): Tick[] {
  const span = to - from
  if (pixels <= LABEL_PIXELS || span <= 0) return []
  const least = (span / pixels) * PIXELS_PER_LABEL
  const distance = DISTANCES.find((each) => each >= least) ?? WIDEST
  const margin = LABEL_PIXELS / 2 / pixels
  const ticks: Tick[] = []
  for (let time = Math.ceil(from / distance) * distance; time < to; time += distance) {
    const share = (time - from) / span
    if (share >= margin && share <= 1 - margin) ticks.push({ time, share })
  }
  return ticks
}
