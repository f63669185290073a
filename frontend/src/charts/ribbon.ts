import { GPU_STATES } from '@/api/state-history'
import type { StateName, StateSegment } from '@/api/types'
import { formatWhen } from '@/format/time'
import type { Span } from '@/timeseries/span'
import type { Box, Painter, Size } from './painter'
import type { Palette } from './palette'

/** A GPU, or GPUs that belong together, over time. */
export interface RibbonRow {
  key: string
  label: string
  /** In the order of time, without overlaps. */
  segments: readonly StateSegment[]
}

/** Kinds of marks; of those that share a place the first is drawn. */
export const MARK_KINDS = ['fault', 'insight', 'restarted', 'stopped', 'freed', 'ended', 'started', 'mark'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

/** A moment with a link to what is known about it. */
export interface RibbonMark {
  key: string
  at: number
  kind: MarkKind
  text: string
  lang?: string | undefined
}

/** Marks that are too near to each other to be drawn apart, in the order of time. */
export interface MarkGroup {
  kind: MarkKind
  /** Position on the axis, 0 to 1. */
  share: number
  marks: readonly [RibbonMark, ...RibbonMark[]]
}

export const ROW_HEIGHT = 9
export const ROW_GAP = 1
export const SHARES_HEIGHT = 16
/** More rows are one band whose heights are shares. */
export const MOST_ROWS = 8
/** A short loss must not vanish. */
const LEAST_PIXELS = 1.2
/** Nearer marks could not be hit. */
const APART_PIXELS = 24
const SHARE_PIXELS = 2

const rankOf = (state: StateName) => GPU_STATES.indexOf(state)

/** Whether there are too many rows to draw each. */
export function isCrowded(count: number): boolean {
  return count > MOST_ROWS
}

/** The height in pixels; with `apart` each of many rows has its own. */
export function ribbonHeight(rows: readonly RibbonRow[], apart = false): number {
  if (isCrowded(rows.length) && !apart) return SHARES_HEIGHT
  return Math.max(0, rows.length * (ROW_HEIGHT + ROW_GAP) - ROW_GAP)
}

/** At each time the worst state of any of these GPUs. */
export function worstOf(all: readonly (readonly StateSegment[])[]): StateSegment[] {
  const times = [...new Set(all.flatMap((each) => each.flatMap(({ from, to }) => [from, to])))].sort((a, b) => a - b)
  const places = all.map(() => 0)
  const result: StateSegment[] = []
  times.slice(0, -1).forEach((from, i) => {
    let worst: StateSegment | undefined
    all.forEach((segments, each) => {
      while ((segments[places[each] ?? 0]?.to ?? Infinity) <= from) places[each] = (places[each] ?? 0) + 1
      const found = segments[places[each] ?? 0]
      if (found === undefined || found.from > from) return
      if (worst === undefined || rankOf(found.state) < rankOf(worst.state)) worst = found
    })
    if (worst !== undefined) append(result, { ...worst, from, to: times[i + 1] ?? from })
  })
  return result
}

function append(segments: StateSegment[], next: StateSegment): void {
  const last = segments.at(-1)
  const isSame = last !== undefined && last.state === next.state && last.cause === next.cause && last.to === next.from
  if (isSame) last.to = next.to
  else segments.push(next)
}

/** The segment at a time, or null. */
export function segmentAt({ segments }: Pick<RibbonRow, 'segments'>, time: number): StateSegment | null {
  return segments.find(({ from, to }) => from <= time && time < to) ?? null
}

/** The states within a time range, in the order of a legend. */
export function statesIn(rows: readonly Pick<RibbonRow, 'segments'>[], { from, to }: Span): StateName[] {
  const seen = new Set<StateName>()
  for (const { segments } of rows)
    for (const each of segments) if (each.to > from && each.from < to) seen.add(each.state)
  return LEGEND.filter((state) => seen.has(state))
}
const LEGEND: readonly StateName[] = [
  'busy',
  'held_idle',
  'throttled',
  'lost',
  'stuck',
  'reserved',
  'free',
  'no_samples',
]

/** Marks within a time range, joined where they would overlap. */
export function markGroups(marks: readonly RibbonMark[], { from, to }: Span, pixels: number): MarkGroup[] {
  const groups: { marks: [RibbonMark, ...RibbonMark[]] }[] = []
  const visible = marks.filter(({ at }) => at >= from && at <= to).sort((a, b) => a.at - b.at)
  for (const mark of visible) {
    const last = groups.at(-1)
    const away = last === undefined ? Infinity : ((mark.at - last.marks[0].at) / (to - from)) * pixels
    if (last !== undefined && away < APART_PIXELS) last.marks.push(mark)
    else groups.push({ marks: [mark] })
  }
  return groups.map(({ marks: [first, ...others] }) => ({
    marks: [first, ...others],
    share: (first.at - from) / (to - from),
    kind: MARK_KINDS.find((kind) => [first, ...others].some((mark) => mark.kind === kind)) ?? first.kind,
  }))
}

/** Marks in words, with their times as seen from the end of the axis. */
export function groupText({ marks }: MarkGroup, end: number): string {
  const all = marks.map(({ at, text }) => `${formatWhen(at, end)} ${text}`).join(' · ')
  // The name contains the number that is shown in place of a sign.
  return marks.length > 2 ? `${marks.length}: ${all}` : all
}

interface Ribbon extends Span {
  rows: readonly RibbonRow[]
  apart: boolean
}

/** Draws a row for each subject, or of many the share in each state. */
export function paintRibbon(painter: Painter, size: Size, { rows, apart, from, to }: Ribbon, palette: Palette): void {
  const x = (time: number) => Math.min(size.width, Math.max(0, ((time - from) / (to - from)) * size.width))
  const timeAt = (pixel: number) => from + (pixel / size.width) * (to - from)
  if (isCrowded(rows.length) && !apart) paintShares(painter, size, rows, timeAt, palette)
  else {
    rows.forEach(({ segments }, i) => {
      paintRow(painter, segments, i * (ROW_HEIGHT + ROW_GAP), x, palette)
    })
  }
}

function paintRow(
  painter: Painter,
  segments: readonly StateSegment[],
  top: number,
  x: (time: number) => number,
  palette: Palette,
): void {
  // The worst last, so that a short one is drawn over its neighbours.
  const order = [...segments].sort((a, b) => rankOf(b.state) - rankOf(a.state))
  for (const { from, to, state } of order) {
    const left = x(from)
    const width = x(to) - left
    if (width <= 0) continue
    paintState(painter, { left, top, width: Math.max(LEAST_PIXELS, width), height: ROW_HEIGHT }, state, palette)
  }
}

/** Each column of pixels has the worst state of every row within it, the worst on top. */
function paintShares(
  painter: Painter,
  { width, height }: Size,
  rows: readonly RibbonRow[],
  timeAt: (pixel: number) => number,
  palette: Palette,
): void {
  const places = rows.map(() => 0)
  for (let left = 0; left < width; left += SHARE_PIXELS) {
    const [from, to] = [timeAt(left), timeAt(left + SHARE_PIXELS)]
    const counts = new Map<StateName, number>()
    rows.forEach(({ segments }, i) => {
      while ((segments[places[i] ?? 0]?.to ?? Infinity) <= from) places[i] = (places[i] ?? 0) + 1
      const state = worstWithin(segments, places[i] ?? 0, to)
      if (state !== null) counts.set(state, (counts.get(state) ?? 0) + 1)
    })
    let top = 0
    for (const state of GPU_STATES) {
      const share = ((counts.get(state) ?? 0) / rows.length) * height
      if (share > 0) paintState(painter, { left, top, width: SHARE_PIXELS, height: share }, state, palette)
      top += share
    }
  }
}

function worstWithin(segments: readonly StateSegment[], first: number, to: number): StateName | null {
  let worst: StateName | null = null
  for (let i = first; i < segments.length; i++) {
    const segment = segments[i]
    if (segment === undefined || segment.from >= to) break
    if (worst === null || rankOf(segment.state) < rankOf(worst)) worst = segment.state
  }
  return worst
}

const BUSY_ALPHA = 0.5
const HELD_ALPHA = 0.4
const LINE_EVERY = 4

/** Draws a state in the form that it has on every page. */
export function paintState(painter: Painter, box: Box, state: StateName, palette: Palette): void {
  painter.box(box, palette.surface)
  if (state === 'busy') painter.box(box, palette.util, BUSY_ALPHA)
  else if (state === 'throttled') painter.box(box, palette.warnFill)
  else if (state === 'lost') painter.box(box, palette.error)
  else if (state === 'free') painter.box(box, palette.plainSoft)
  else if (state === 'stuck') painter.hatch(box, palette.error)
  else if (state === 'no_samples') painter.hatch(box, palette.hatch)
  else if (state === 'reserved') {
    painter.box(box, palette.plainSoft)
    for (let left = Math.ceil(box.left / LINE_EVERY) * LINE_EVERY; left < box.left + box.width; left += LINE_EVERY)
      painter.box({ ...box, left, width: 1 }, palette.label)
  } else {
    painter.box(box, palette.warnFill, HELD_ALPHA)
    painter.hatch(box, palette.label)
  }
}
