import { paintState } from '@/charts/ribbon'
import type { Painter, Point, Size } from '@/charts/painter'
import type { Palette } from '@/charts/palette'
import type { StateName, StateSegment } from '@/api/types'
import type { Span } from '@/timeseries/span'
import { firstAfter, type Series } from '@/timeseries/timeline'

const MOST_PERCENT = 100
/** A short state must not vanish. */
const LEAST_PIXELS = 1.2
const SHAPE_ALPHA = 0.75
/** The ground of states with a shape. */
const GROUND_ALPHA: Partial<Record<StateName, number>> = { busy: 0.16, throttled: 0.3 }

interface Lane extends Span {
  segments: readonly StateSegment[]
  series: Series | undefined
  /** Whether time without a state has a shape as well, where there are samples. */
  isPart?: boolean
  /** Height above a utilization of 100 %. */
  top: number
}

/** Draws a GPU over time: its state as the ground, and its utilization while it works. */
export function paintSilhouette(
  painter: Painter,
  { width, height }: Size,
  { segments, series, isPart = false, from, to, top }: Lane,
  palette: Palette,
): void {
  const x = (time: number) => Math.min(width, Math.max(0, ((time - from) / (to - from)) * width))
  const y = (value: number) => height - (Math.min(MOST_PERCENT, value) / MOST_PERCENT) * (height - top)
  for (const { from: begin, to: end, state } of segments) {
    const left = x(begin)
    const box = { left, top: 0, width: Math.max(LEAST_PIXELS, x(end) - left), height }
    if (end <= from || begin >= to) continue
    const colour = state === 'throttled' ? palette.warnFill : palette.util
    const ground = GROUND_ALPHA[state]
    if (ground === undefined) paintState(painter, box, state, palette)
    else {
      painter.box(box, colour, ground)
      painter.area(shapeOf(series, begin, end, { x, y, floor: height }), colour, SHAPE_ALPHA)
    }
  }
  for (const { from: begin, to: end } of isPart ? sampledSpans(series) : [])
    painter.area(shapeOf(series, begin, end, { x, y, floor: height }), palette.util, SHAPE_ALPHA)
}

/** The times with samples and without a gap. */
export function sampledSpans(series: Series | undefined): Span[] {
  const spans: Span[] = []
  let begin: number | null = null
  series?.times.forEach((time, i) => {
    if (Number.isNaN(series.values[i])) begin = null
    else if (begin === null) spans.push({ from: (begin = time), to: time })
    else (spans.at(-1) as Span).to = time
  })
  return spans
}

interface Axes {
  x: (time: number) => number
  y: (value: number) => number
  floor: number
}

/** The corners of the utilization between two times; at both ends that of the nearest sample. */
export function shapeOf(series: Series | undefined, begin: number, end: number, { x, y, floor }: Axes): Point[] {
  if (series === undefined) return []
  const points: Point[] = []
  const { times, values } = series
  for (let i = firstAfter(times, begin); i < times.length; i++) {
    const [time = NaN, value = NaN] = [times[i], values[i]]
    if (time > end) break
    if (!Number.isNaN(value)) points.push([x(time), y(value)])
  }
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return []
  return [[x(begin), floor], [x(begin), first[1]], ...points, [x(end), last[1]], [x(end), floor]]
}
