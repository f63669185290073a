const MINUTE = 60_000
/** Round distances between time labels, in milliseconds. */
const SECONDS = [1, 2, 5, 10, 15, 30].map((each) => each * 1000)
const MINUTES = [1, 2, 3, 5, 10, 15, 30, 60, 120, 180, 360].map((each) => each * MINUTE)
const DISTANCES = [...SECONDS, ...MINUTES]
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Above a quarter of a day labels are at local midnight. */
const DAYS = [1, 2, 3, 5, 7, 14]
const LABEL_PIXELS = 48
const PIXELS_PER_LABEL = 92

export interface Tick {
  time: number
  /** Position on the axis, 0 at its left end and 1 at its right. */
  share: number
}

/** Round times along the axis; labels that an edge would cut are omitted. */
export function timeTicks(from: number, to: number, pixels: number): Tick[] {
  const span = to - from
  if (pixels <= LABEL_PIXELS || span <= 0) return []
  const least = (span / pixels) * PIXELS_PER_LABEL
  const distance = DISTANCES.find((each) => each >= least)
  const times = distance === undefined ? midnights(from, to, least / DAY) : roundTimes(from, to, distance)
  const margin = LABEL_PIXELS / 2 / pixels
  return times
    .map((time) => ({ time, share: (time - from) / span }))
    .filter(({ share }) => share >= margin && share <= 1 - margin)
}

/** Hours are those of the local time zone. */
function roundTimes(from: number, to: number, distance: number): number[] {
  const away = distance < HOUR ? 0 : new Date(from).getTimezoneOffset() * MINUTE
  const times: number[] = []
  for (let time = Math.ceil((from - away) / distance) * distance + away; time < to; time += distance) times.push(time)
  return times
}

/** Not every day has 24 hours. */
function midnights(from: number, to: number, leastDays: number): number[] {
  const every = DAYS.find((each) => each >= leastDays) ?? Math.ceil(leastDays)
  const day = new Date(from)
  day.setHours(0, 0, 0, 0)
  if (day.getTime() < from) day.setDate(day.getDate() + 1)
  const times: number[] = []
  for (; day.getTime() < to; day.setDate(day.getDate() + every)) times.push(day.getTime())
  return times
}
