import type { EvidenceSeries } from '@/api/types'
import { axesOf, LINE_WIDTH, type Painter, type Size } from '@/charts/painter'

export interface EvidenceStyle {
  line: string
  /** Below the line; empty for none. */
  fill: string
  shade: string
  band: string
  bandEdge: string
  mark: string
  gap: string
}

export interface EvidencePicture {
  series: Pick<EvidenceSeries, 'values' | 'shaded'>
  min: number
  max: number
  /** Parts of the height that are filled as allocated memory, by step; empty for none. */
  band: readonly (number | null)[]
  /** Where the insight began, as a part of the width, with its label; null if that is outside the chart. */
  mark: { at: number; text: string } | null
}

const SHADE_ALPHA = 0.25

/** The height above the values for the time at which the insight began. */
const HEAD = 12

/** Draws what a rule has evaluated: the line, its gaps, where the rule was true, allocated memory, and the begin. */
export function drawEvidence(painter: Painter, size: Size, picture: EvidencePicture, style: EvidenceStyle): void {
  const { width, height } = size
  const { series, min, max, band, mark } = picture
  const head = mark === null ? 0 : HEAD
  const axes = { from: 0, to: Math.max(1, series.values.length - 1), min, max }
  const { x, y, top } = axesOf(axes, { width, height: height - head })
  const below = ({ from, values }: Run, heightOf: (value: number) => number) => {
    const points = values.map((value, i) => [x(from + i), heightOf(value)] as const)
    return { points, corners: [[x(from), height], ...points, [x(from + values.length - 1), height]] as const }
  }
  if (band.length === 0) shade(painter, size, series.shaded, style.shade)
  for (const run of runsOf(band)) {
    const { points, corners } = below(run, (part) => height - part * (height - head - top))
    painter.area(corners, style.band)
    painter.line(points, style.bandEdge)
  }
  const runs = runsOf(series.values)
  for (const [i, run] of runs.entries()) {
    const { points, corners } = below(run, (value) => head + y(value))
    if (style.fill !== '') painter.area(corners, style.fill)
    painter.line(points, style.line)
    const left = x(run.from + run.values.length - 1)
    const next = runs[i + 1]
    if (next !== undefined)
      painter.hatch({ left, top: head, width: x(next.from) - left, height: height - head }, style.gap)
  }
  if (mark === null) return
  const left = mark.at * width
  painter.dashed([left, 0], [left, height], style.mark, [3, 3], LINE_WIDTH)
  const wide = painter.widthOf(mark.text)
  painter.text(mark.text, left + 5 + wide > width ? left - 5 - wide : left + 5, 10, style.mark)
}

function shade(painter: Painter, { width, height }: Size, shaded: EvidenceSeries['shaded'], colour: string): void {
  const step = width / Math.max(1, shaded.length)
  for (let i = 0; i < shaded.length; i++) {
    if (shaded[i] !== true) continue
    const begin = i
    while (shaded[i + 1] === true) i++
    painter.box({ left: begin * step, top: 0, width: (i + 1 - begin) * step, height }, colour, SHADE_ALPHA)
  }
}

interface Run {
  from: number
  values: number[]
}

/** Splits the values at gaps, which are not bridged. */
export function runsOf(values: readonly (number | null)[]): Run[] {
  const runs: Run[] = []
  values.forEach((value, i) => {
    if (value === null) return
    const last = runs.at(-1)
    if (last !== undefined && last.from + last.values.length === i) last.values.push(value)
    else runs.push({ from: i, values: [value] })
  })
  return runs
}
