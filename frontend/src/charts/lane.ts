import { smoothedPoints, type Column } from '@/timeseries/buckets'
import type { LabelledRange } from './no-data'
import { axesOf, type Painter, type Size } from './painter'

/** The content of a lane: one series in buckets. */
export interface Lane {
  times: readonly number[]
  column: Column
  gaps: readonly LabelledRange[]
  /** Where the samples begin, if they begin within the lane. */
  start: { at: number; text: string } | null
}

export interface Scale {
  from: number
  to: number
  min: number
  max: number
  /** Lines over wide buckets are smoothed, lines through samples are not. */
  smooth: boolean
}

interface Colours {
  line: string
  band: string
  hatch: string
}

/** Draws a lane: hatched gaps, the band from minimum to maximum, the line of the mean. */
export function drawLane(painter: Painter, size: Size, lane: Lane, scale: Scale, colours: Colours): void {
  const { x, y, top } = axesOf(scale, size)
  for (const { from, to, text } of lane.gaps) {
    const left = Math.max(0, x(from))
    const box = { left, top, width: Math.min(size.width, x(to)) - left, height: size.height - top }
    painter.hatch(box, colours.hatch)
    painter.pillWithin(text, box)
  }
  for (const run of runsOf(lane, scale.smooth)) {
    const highs = run.map(({ time, hi }) => [x(time), y(hi) - 0.5] as const)
    const lows = run.map(({ time, lo }) => [x(time), y(lo) + 0.5] as const)
    painter.area([...highs, ...lows.reverse()], colours.band)
    painter.line(
      run.map(({ time, mean }) => [x(time), y(mean)]),
      colours.line,
    )
  }
  if (lane.start !== null) {
    const box = { left: 0, top, width: size.width, height: size.height - top }
    painter.startLine(lane.start.text, x(lane.start.at), box)
  }
}

interface Sample {
  time: number
  lo: number
  mean: number
  hi: number
}

/** Consecutive points, which are joined by a line. */
function runsOf({ times, column }: Lane, smooth: boolean): Sample[][] {
  const means = smooth ? smoothedPoints(column.mean) : column.mean
  const runs: Sample[][] = [[]]
  times.forEach((time, i) => {
    const mean = means[i]
    if (mean === undefined) return
    if (mean === null) runs.push([])
    else runs.at(-1)?.push({ time, mean, lo: column.lo[i] ?? mean, hi: column.hi[i] ?? mean })
  })
  return runs.filter((run) => run.length > 0)
}
