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

/** Draws the series that a rule has evaluated: the line, where the rule was true, allocated memory, and the begin. */
export function drawEvidence(painter: Painter, size: Size, picture: EvidencePicture, style: EvidenceStyle): void {
  const { width, height } = size
  const { series, min, max, band, mark } = picture
  const { x, y, top } = axesOf({ from: 0, to: Math.max(1, series.values.length - 1), min, max }, size)
  if (band.length === 0) shade(painter, size, series.shaded, style.shade)
  for (const { from, values } of runsOf(band)) {
    const edge = values.map((part, i) => [x(from + i), height - part * (height - top)] as const)
    painter.area([[x(from), height], ...edge, [x(from + values.length - 1), height]], style.band)
    painter.line(edge, style.bandEdge)
  }
  for (const { from, values } of runsOf(series.values)) {
    const points = values.map((value, i) => [x(from + i), y(value)] as const)
    const end = values.length === 1 ? [[x(from) + 1, y(values[0] ?? 0)] as const] : []
    if (style.fill !== '') {
      painter.area([[x(from), height], ...points, ...end, [x(from + values.length - 1), height]], style.fill)
    }
    painter.line(points, style.line)
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
