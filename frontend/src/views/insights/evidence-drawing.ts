import type { EvidenceSeries } from '@/api/incident-types'
import { LINE_WIDTH } from '@/draw/strokes'

export interface EvidenceStyle {
  line: string
  /** Below the line; empty for none. */
  fill: string
  shade: string
  band: string
  bandEdge: string
  mark: string
  font: string
}

export interface EvidencePicture {
  series: Pick<EvidenceSeries, 'values' | 'shaded'>
  min: number
  max: number
  /** How much of the height is filled as held memory; null for none. */
  band: number | null
  /** Where something began, as a part of the width, and what is written there; null where that is not in sight. */
  mark: { at: number; text: string } | null
}

interface Size {
  width: number
  height: number
}

const SHADE_ALPHA = 0.25
const TOP = 4

/** Draws what a rule has looked at: the line, where the rule was true, held memory, and when it began. */
export function drawEvidence(context: CanvasRenderingContext2D, size: Size, picture: EvidencePicture, style: EvidenceStyle): void {
  const { width, height } = size
  const { series, min, max, band, mark } = picture
  const x = (i: number) => (i / Math.max(1, series.values.length - 1)) * width
  const y = (value: number) => height - 1 - Math.min(1, Math.max(0, (value - min) / (max - min))) * (height - 1 - TOP)
  context.clearRect(0, 0, width, height)
  if (band !== null) drawBand(context, size, band, style)
  else shade(context, size, series, style)
  for (const run of runsOf(series.values)) drawRun(context, run, { x, y, height }, style)
  if (mark !== null) drawMark(context, size, mark, style)
}

function drawBand(context: CanvasRenderingContext2D, { width, height }: Size, share: number, style: EvidenceStyle): void {
  const top = height - share * (height - TOP)
  context.fillStyle = style.band
  context.fillRect(0, top, width, height - top)
  context.fillStyle = style.bandEdge
  context.fillRect(0, top, width, LINE_WIDTH)
}

function shade(context: CanvasRenderingContext2D, { width, height }: Size, { shaded }: EvidencePicture['series'], style: EvidenceStyle): void {
  const step = width / Math.max(1, shaded.length)
  context.save()
  context.globalAlpha = SHADE_ALPHA
  context.fillStyle = style.shade
  for (let i = 0; i < shaded.length; i++) {
    if (shaded[i] !== true) continue
    const begin = i
    while (shaded[i + 1] === true) i++
    context.fillRect(begin * step, 0, (i + 1 - begin) * step, height)
  }
  context.restore()
}

interface Run {
  from: number
  values: number[]
}

/** What is missing is not bridged. */
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

interface Axes {
  x: (place: number) => number
  y: (value: number) => number
  height: number
}

function drawRun(context: CanvasRenderingContext2D, { from, values }: Run, { x, y, height }: Axes, style: EvidenceStyle): void {
  const path = () => {
    values.forEach((value, i) => {
      context.lineTo(x(from + i), y(value))
    })
    if (values.length === 1) context.lineTo(x(from) + 1, y(values[0] ?? 0))
  }
  if (style.fill !== '') {
    context.beginPath()
    context.moveTo(x(from), height)
    path()
    context.lineTo(x(from + values.length - 1), height)
    context.fillStyle = style.fill
    context.fill()
  }
  context.beginPath()
  path()
  context.strokeStyle = style.line
  context.lineWidth = LINE_WIDTH
  context.lineJoin = 'round'
  context.stroke()
}

function drawMark(context: CanvasRenderingContext2D, { width, height }: Size, { at, text }: NonNullable<EvidencePicture['mark']>, style: EvidenceStyle): void {
  const left = at * width
  context.save()
  context.strokeStyle = style.mark
  context.lineWidth = 1.5
  context.setLineDash([3, 3])
  context.beginPath()
  context.moveTo(left, 0)
  context.lineTo(left, height)
  context.stroke()
  context.fillStyle = style.mark
  context.font = `11px ${style.font}`
  const wide = context.measureText(text).width
  context.fillText(text, left + 5 + wide > width ? left - 5 - wide : left + 5, 10)
  context.restore()
}
