import { smoothedPoints, type Column, type Point } from '@/series/buckets'
import type { NamedGap } from './before'
import { hatchBox, LINE_WIDTH, pillWithin } from './strokes'

export interface LaneStyle {
  line: string
  band: string
  hatch: string
  ground: string
  label: string
  font: string
}

/** What a lane shows: one series in its buckets. */
export interface Lane {
  times: readonly number[]
  column: Column
  gaps: readonly NamedGap[]
}

export interface Scale {
  from: number
  to: number
  min: number
  max: number
  /** Lines over wide buckets are smoothed, lines through samples are not. */
  smooth: boolean
}

/** Of the canvas on the page. */
export interface Size {
  width: number
  height: number
}

const PADDING_TOP = 4

/** Draws a lane: hatched gaps, the band from minimum to maximum, the line of the mean. */
export function drawLane(canvas: HTMLCanvasElement, size: Size, lane: Lane, scale: Scale, style: LaneStyle): void {
  const context = prepared(canvas, size)
  if (context === null || size.width === 0) return
  const x = (time: number) => ((time - scale.from) / (scale.to - scale.from)) * size.width
  const y = (value: number) => {
    const share = Math.min(1, Math.max(0, (value - scale.min) / (scale.max - scale.min)))
    return size.height - 1 - share * (size.height - 1 - PADDING_TOP)
  }
  for (const gap of lane.gaps) drawGap(context, gap, x, size, style)
  for (const run of runsOf(lane, scale.smooth)) {
    band(context, run, x, y, style.band)
    line(context, run, x, y, style.line)
  }
}

type Axis = (value: number) => number

/** Points that belong together and may be joined by a line. */
interface Run {
  t: number[]
  lo: number[]
  mean: number[]
  hi: number[]
}

function runsOf({ times, column }: Lane, smooth: boolean): Run[] {
  const mean = smooth ? smoothedPoints(column.mean) : column.mean
  const runs: Run[] = []
  let run: Run | null = null
  times.forEach((time, i) => {
    const value: Point = mean[i]
    if (value === undefined) return
    if (value === null) run = null
    else {
      if (run === null) runs.push((run = { t: [], lo: [], mean: [], hi: [] }))
      run.t.push(time)
      run.mean.push(value)
      run.lo.push(column.lo[i] ?? value)
      run.hi.push(column.hi[i] ?? value)
    }
  })
  return runs
}

/** Matches the canvas to the screen's pixels and wipes it. */
function prepared(canvas: HTMLCanvasElement, size: Size): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio
  const width = Math.round(size.width * ratio)
  const height = Math.round(size.height * ratio)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  context?.setTransform(ratio, 0, 0, ratio, 0, 0)
  context?.clearRect(0, 0, size.width, size.height)
  return context
}

function drawGap(context: CanvasRenderingContext2D, gap: NamedGap, x: Axis, size: Size, style: LaneStyle): void {
  const left = Math.max(0, x(gap.from))
  const width = Math.min(size.width, x(gap.to)) - left
  const box = { left, top: PADDING_TOP, width, height: size.height - PADDING_TOP }
  hatchBox(context, box, style.hatch, 1)
  if (gap.text === '') return
  pillWithin(context, gap.text, box, { ground: style.ground, colour: style.label, font: `11px ${style.font}`, ratio: 1 })
}

function band(context: CanvasRenderingContext2D, run: Run, x: Axis, y: Axis, colour: string): void {
  context.beginPath()
  run.t.forEach((time, i) => {
    context.lineTo(x(time), y(run.hi[i] ?? 0) - 0.5)
  })
  for (let i = run.t.length - 1; i >= 0; i--) context.lineTo(x(run.t[i] ?? 0), y(run.lo[i] ?? 0) + 0.5)
  context.fillStyle = colour
  context.fill()
}

function line(context: CanvasRenderingContext2D, run: Run, x: Axis, y: Axis, colour: string): void {
  context.beginPath()
  run.t.forEach((time, i) => {
    context.lineTo(x(time), y(run.mean[i] ?? 0))
  })
  // A lone sample is a point: a path of one corner would draw nothing.
  if (run.t.length === 1) context.lineTo(x(run.t[0] ?? 0) + 1, y(run.mean[0] ?? 0))
  context.strokeStyle = colour
  context.lineWidth = LINE_WIDTH
  context.lineJoin = 'round'
  context.stroke()
}
