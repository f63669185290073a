import { highs, lows } from './summary'
import { firstAfter, type Series, type Timeline } from './timeline'

export interface Gap {
  from: number
  to: number
}

/** The time that a chart shows. */
export interface Frame extends Gap {
  /** Width of a bucket; 0 renders every sample. */
  stepMillis: number
  /** Samples further apart than this have a gap between them. */
  patienceMillis: number
  /** Whether series that begin later than others on the same times have no gap before their first sample. */
  beginsLate?: boolean
}

/** A value to join by a line; null breaks the line, undefined is skipped. */
export type Point = number | null | undefined

/** A gap of one series, at the level of its last sample, if there was one. */
export interface Silence extends Gap {
  level: number | null
}

/** One series in the shared buckets. */
export interface Column {
  lo: Point[]
  mean: Point[]
  hi: Point[]
  silences: Silence[]
  /** The newest rendered value, or null without any. */
  last: number | null
}

/** Series over one time axis, for a chart with several lines. */
export interface Aligned {
  times: number[]
  columns: Column[]
  /** Times without samples of any series. */
  gaps: Gap[]
  /** Time of the first sample. */
  began: number
}

const STEPS_MILLIS = [400, 1000, 2000, 3000, 6000, 12_000, 30_000, 60_000, 300_000, 600_000] as const
/** Below this, neighbouring samples of a swinging load merge into a wall that hides both mean and spread. */
const PIXELS_PER_SAMPLE = 8
const PIXELS_PER_BUCKET = 4
const SMOOTHED_FROM_MILLIS = 1000

/** 0 for every sample while a line has room for them, else the narrowest round bucket that can be distinguished. */
export function bucketMillis(rangeMillis: number, pixels: number, everyMillis: number): number {
  if (pixels <= 0 || pixels / (rangeMillis / everyMillis) >= PIXELS_PER_SAMPLE) return 0
  const least = Math.max((rangeMillis / pixels) * PIXELS_PER_BUCKET, 2 * everyMillis)
  return STEPS_MILLIS.find((step) => step >= least) ?? STEPS_MILLIS[STEPS_MILLIS.length - 1] ?? 0
}

/** The same for samples of which some are means of buckets of the server, which are not divided. */
export function stepOf(timeline: Timeline, span: Gap, pixels: number, everyMillis: number): number {
  return Math.max(bucketMillis(span.to - span.from, pixels, everyMillis), timeline.coarsest(span))
}

/** Lines of wide buckets are smoothed, lines of samples are not. */
export function isSmoothed(stepMillis: number): boolean {
  return stepMillis >= SMOOTHED_FROM_MILLIS
}

/** Samples from `begin` up to `end` share a bucket. */
interface Slot {
  time: number
  begin: number
  end: number
}

/**
 * Puts series that share their times into shared buckets with minimum, mean and maximum. Buckets are aligned to
 * absolute time, so that a scrolling chart keeps its shape; the newest is rendered once it is half full.
 */
export function aligned(all: readonly (Series | undefined)[], frame: Frame): Aligned {
  const times = all.find((each) => each !== undefined)?.times ?? new Float64Array(0)
  const first = frame.beginsLate === true ? Math.min(...all.map(firstTime)) : Infinity
  const began = Number.isFinite(first) ? first : (times[0] ?? frame.to)
  const slots = slotsOf(times, frame)
  const columns = all.map((series) => column(series, slots, frame, began))
  const gaps = commonGaps(columns, Math.max(frame.from, began), frame.to)
  return { ...withBreaks(slots, columns), gaps, began }
}

function slotsOf(times: Float64Array, { from, to, stepMillis: step }: Frame): Slot[] {
  const slots: Slot[] = []
  const first = step === 0 ? Math.max(0, firstAfter(times, from) - 1) : firstAfter(times, from - (from % step) - step)
  const end = firstAfter(times, to)
  for (let i = first, bucket = NaN; i < end; i++) {
    const time = times[i] ?? NaN
    const open = slots.at(-1)
    const next = step === 0 ? i : Math.floor(time / step)
    if (open !== undefined && next === bucket) open.end = i + 1
    else slots.push({ time: step === 0 ? time : (next + 0.5) * step, begin: i, end: i + 1 })
    bucket = next
  }
  const newest = slots.at(-1)
  const last = times[end - 1]
  if (step > 0 && newest !== undefined && last !== undefined) {
    // A bucket that is less than half full is not representative.
    if (last < newest.time && slots.length > 1) slots.pop()
    else newest.time = last
  }
  return slots
}

function column(series: Series | undefined, slots: readonly Slot[], frame: Frame, began: number): Column {
  const result: Column = { lo: [], mean: [], hi: [], silences: [], last: null }
  const [least, most] = [lows(series), highs(series)]
  let level = series === undefined ? null : levelBefore(series, slots[0]?.begin ?? 0)
  let spoke = Math.max(frame.from, began)
  const stop = slots.at(-1)?.end ?? 0
  const hear = (time: number) => {
    if (time - spoke > frame.patienceMillis) result.silences.push({ from: spoke, to: time, level })
    spoke = Math.max(spoke, time)
  }
  for (const { begin, end } of slots) {
    let sum = 0
    let count = 0
    let lo = Infinity
    let hi = -Infinity
    for (let i = begin; i < end; i++) {
      const value = series?.values[i] ?? NaN
      if (Number.isNaN(value)) continue
      hear(series?.times[i] ?? NaN)
      level = value
      sum += value
      count++
      lo = Math.min(lo, least?.[i] ?? value)
      hi = Math.max(hi, most?.[i] ?? value)
    }
    const mean = count === 0 ? undefined : sum / count
    result.mean.push(mean)
    result.lo.push(count === 0 ? undefined : lo)
    result.hi.push(count === 0 ? undefined : hi)
    if (mean !== undefined) result.last = mean
  }
  if (series !== undefined) spoke = Math.max(spoke, lastTime(series, stop, frame.to))
  hear(frame.to)
  return result
}

/** The time of the first value. */
function firstTime(series: Series | undefined): number {
  const first = series?.values.findIndex((value) => !Number.isNaN(value)) ?? -1
  return series?.times[first] ?? Infinity
}

/** The last value before the frame: the level of a gap that fills it. */
function levelBefore({ values }: Series, begin: number): number | null {
  for (let i = begin - 1; i >= 0; i--) {
    const value = values[i] ?? NaN
    if (!Number.isNaN(value)) return value
  }
  return null
}

/** A bucket that is not rendered yet is no gap. */
function lastTime({ times, values }: Series, begin: number, to: number): number {
  let last = -Infinity
  for (let i = begin; i < times.length; i++) {
    const time = times[i] ?? Infinity
    if (time > to) break
    if (!Number.isNaN(values[i] ?? NaN)) last = time
  }
  return last
}

/** Gaps that all columns share; columns without any sample are ignored, unless all are. */
function commonGaps(columns: readonly Column[], from: number, to: number): Gap[] {
  const spoken = columns.filter(({ last, silences }) => last !== null || silences.some(({ level }) => level !== null))
  const heard = spoken.length > 0 ? spoken : columns.slice(0, 1)
  if (heard.length === 0) return to > from ? [{ from, to }] : []
  return heard.reduce<Gap[]>(
    (gaps, { silences }, i) =>
      i === 0
        ? silences.map((silence) => ({ from: silence.from, to: silence.to }))
        : gaps.flatMap((gap) =>
            silences.flatMap((silence) => {
              const shared = { from: Math.max(gap.from, silence.from), to: Math.min(gap.to, silence.to) }
              return shared.from < shared.to ? [shared] : []
            }),
          ),
    [],
  )
}

/** Adds a break to each gap, so that no line bridges it; other columns have no value there. */
function withBreaks(slots: readonly Slot[], columns: Column[]): Pick<Aligned, 'times' | 'columns'> {
  const middles = new Set(columns.flatMap(({ silences }) => silences.map(({ from, to }) => (from + to) / 2)))
  if (middles.size === 0) return { times: slots.map(({ time }) => time), columns }
  const breaks = [...middles].map((time) => ({ time, slot: -1 }))
  const order = [...slots.map(({ time }, slot) => ({ time, slot })), ...breaks]
  order.sort((a, b) => a.time - b.time)
  return {
    times: order.map(({ time }) => time),
    columns: columns.map((each) => {
      const silent = (time: number) => each.silences.some(({ from, to }) => from < time && time < to)
      const spread = (points: readonly Point[]): Point[] =>
        order.map(({ time, slot }) => points[slot] ?? (silent(time) ? null : undefined))
      return { ...each, lo: spread(each.lo), mean: spread(each.mean), hi: spread(each.hi) }
    }),
  }
}

/** Mean of three neighbours: removes most of the beat between the bucket and a periodic load. Breaks stay breaks. */
export function smoothedPoints(points: readonly Point[]): Point[] {
  return points.map((point, i) => {
    if (point === null || point === undefined) return point
    const before = points[i - 1] ?? point
    const after = points[i + 1] ?? point
    return (before + point + after) / 3
  })
}
