import { smoothed, type Run, type Trace } from '@/series/trace'

export interface LaneStyle {
  line: string
  band: string
  hatch: string
}

export interface Scale {
  from: number
  to: number
  min: number
  max: number
  /** Lines over buckets are smoothed, lines through samples are not. */
  smooth: boolean
}

/** Of the canvas on the page. */
export interface Size {
  width: number
  height: number
}

const LINE_WIDTH = 1.4
const PADDING_TOP = 4
const HATCH_EVERY = 5

/** Draws a lane: hatched gaps, the band from minimum to maximum, the line of the mean. */
export function drawLane(canvas: HTMLCanvasElement, size: Size, lane: Trace, scale: Scale, style: LaneStyle): void {
  const context = prepared(canvas, size)
  if (context === null || size.width === 0) return
  const x = (time: number) => ((time - scale.from) / (scale.to - scale.from)) * size.width
  const y = (value: number) => {
    const share = Math.min(1, Math.max(0, (value - scale.min) / (scale.max - scale.min)))
    return size.height - 1 - share * (size.height - 1 - PADDING_TOP)
  }
  for (const gap of lane.gaps) hatch(context, x(gap.from), x(gap.to), size, style.hatch)
  for (const run of lane.runs) {
    band(context, run, x, y, style.band)
    line(context, run, scale.smooth ? smoothed(run.mean) : run.mean, x, y, style.line)
  }
}

type Axis = (value: number) => number

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

function band(context: CanvasRenderingContext2D, run: Run, x: Axis, y: Axis, colour: string): void {
  context.beginPath()
  run.t.forEach((time, i) => {
    context.lineTo(x(time), y(run.hi[i] ?? 0) - 0.5)
  })
  for (let i = run.t.length - 1; i >= 0; i--) context.lineTo(x(run.t[i] ?? 0), y(run.lo[i] ?? 0) + 0.5)
  context.fillStyle = colour
  context.fill()
}

function line(context: CanvasRenderingContext2D, run: Run, values: number[], x: Axis, y: Axis, colour: string): void {
  context.beginPath()
  run.t.forEach((time, i) => {
    context.lineTo(x(time), y(values[i] ?? 0))
  })
  // A lone sample is a point: a path of one corner would draw nothing.
  if (run.t.length === 1) context.lineTo(x(run.t[0] ?? 0) + 1, y(values[0] ?? 0))
  context.strokeStyle = colour
  context.lineWidth = LINE_WIDTH
  context.lineJoin = 'round'
  context.stroke()
}

/** Diagonals at fixed places of the canvas, so that neighbouring lanes and frames agree. */
function hatch(context: CanvasRenderingContext2D, left: number, right: number, size: Size, colour: string): void {
  const from = Math.max(0, left + 1)
  const width = Math.min(size.width, right - 1) - from
  if (width <= 0) return
  context.save()
  context.beginPath()
  context.rect(from, PADDING_TOP, width, size.height - PADDING_TOP)
  context.clip()
  context.beginPath()
  const first = Math.floor(from / HATCH_EVERY) * HATCH_EVERY
  for (let at = first; at < from + width + size.height; at += HATCH_EVERY) {
    context.moveTo(at, 0)
    context.lineTo(at - size.height, size.height)
  }
  context.strokeStyle = colour
  context.lineWidth = 1
  context.stroke()
  context.restore()
}
