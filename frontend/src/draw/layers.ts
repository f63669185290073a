import uPlot from 'uplot'
import { silences } from './before'
import { endLabels, type End } from './ends'
import type { Stage } from './plot'
import { hatchBox, pill, pillWithin } from './strokes'

/** Half the height of the strip that goes on where a single line ended. */
const STRIP = 3
const MARK_MARGIN = 8

/** Where there are no samples at all the whole height is hatched. */
export function drawGaps(plot: uPlot, stage: Stage): void {
  const { ctx, bbox } = plot
  for (const { left, width } of silentAreas(plot, stage)) {
    hatchBox(ctx, { left, top: bbox.top, width, height: bbox.height }, stage.palette.hatch, uPlot.pxRatio)
  }
}

/** What a hatch means, where there is room to say it. */
export function drawGapTexts(plot: uPlot, stage: Stage): void {
  const { ctx, bbox } = plot
  const ratio = uPlot.pxRatio
  const font = `${11 * ratio}px ${stage.palette.font}`
  const style = { ground: stage.palette.surface, colour: stage.palette.label, font, ratio }
  for (const { left, width, text } of silentAreas(plot, stage)) {
    if (text !== '') pillWithin(ctx, text, { left, width, top: bbox.top, height: bbox.height }, style)
  }
}

interface SilentArea {
  left: number
  width: number
  text: string
}

function silentAreas(plot: uPlot, stage: Stage): SilentArea[] {
  const { from, to } = stage
  return silences({ ...stage.aligned, pendingFrom: stage.pendingFrom }, stage, stage.startedAt, stage.words).map((gap) => {
    const left = plot.valToPos(Math.max(from, gap.from), 'x', true)
    return { left, width: plot.valToPos(Math.min(to, gap.to), 'x', true) - left, text: gap.text }
  })
}

/** Where one of several lines ends, a strip goes on at its level; the others are still measured there. */
export function drawSilences(plot: uPlot, { aligned, chart, palette, from, to }: Stage): void {
  const ratio = uPlot.pxRatio
  aligned.columns.forEach(({ silences }, i) => {
    for (const { from: begin, to: end, level } of silences) {
      if (level === null || aligned.gaps.some((gap) => gap.from <= begin && end <= gap.to)) continue
      const left = plot.valToPos(Math.max(from, begin), 'x', true)
      const width = plot.valToPos(Math.min(to, end), 'x', true) - left
      const middle = plot.valToPos(Math.min(chart.max, Math.max(chart.min, level)), 'y', true)
      const box = { left, top: middle - STRIP * ratio, width, height: 2 * STRIP * ratio }
      hatchBox(plot.ctx, box, chart.lines[i]?.colour(palette) ?? palette.hatch, ratio)
    }
  })
}

/** Limits of the hardware, dashed. */
export function drawMarks(plot: uPlot, { chart, palette }: Stage): void {
  const { ctx, bbox } = plot
  const ratio = uPlot.pxRatio
  ctx.save()
  for (const { at, text } of chart.marks) {
    if (at > chart.max || at < chart.min) continue
    const y = plot.valToPos(at, 'y', true)
    ctx.strokeStyle = palette.faint
    ctx.lineWidth = ratio
    ctx.setLineDash([4 * ratio, 3 * ratio])
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
    ctx.setLineDash([])
    const font = `${11 * ratio}px ${palette.font}`
    const style = { ground: palette.surface, colour: palette.label, font, ratio }
    pill(ctx, text, bbox.left + MARK_MARGIN * ratio, Math.max(bbox.top + MARK_MARGIN * ratio, y), style)
  }
  ctx.restore()
}

/** Moments that somebody named, dotted; the chart that speaks for the page has their names. */
export function drawMoments(plot: uPlot, { chart, palette, words }: Stage): void {
  const { ctx, bbox } = plot
  const ratio = uPlot.pxRatio
  const font = `${11 * ratio}px ${palette.font}`
  let free = bbox.left
  ctx.save()
  for (const { at, text } of chart.moments ?? []) {
    const x = plot.valToPos(at, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.strokeStyle = palette.label
    ctx.lineWidth = ratio
    ctx.setLineDash([ratio, 3 * ratio])
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    ctx.font = font
    const end = x + ctx.measureText(text).width + 2 * MARK_MARGIN * ratio
    // A name that would lie on the one before it stands in the list of the page only.
    if (words === null || x < free || end > bbox.left + bbox.width) continue
    free = end
    const style = { ground: palette.surface, colour: palette.label, font, ratio }
    pill(ctx, text, x + MARK_MARGIN * ratio, bbox.top + MARK_MARGIN * ratio, style)
  }
  ctx.restore()
}

/** The number of each GPU where its line ends. */
export function drawEnds(plot: uPlot, { aligned, chart, palette }: Stage): void {
  const { ctx, bbox } = plot
  const ratio = uPlot.pxRatio
  const ends: End[] = chart.lines.flatMap(({ index, colour }, i) => {
    const column = aligned.columns[i]
    const last = lastDrawn(plot.data[chart.banded ? 3 * i + 3 : i + 1]) ?? column?.silences.at(-1)?.level ?? null
    if (index === null || last === null) return []
    const level = Math.min(chart.max, Math.max(chart.min, last))
    return [{ index, colour: colour(palette), y: plot.valToPos(level, 'y', true) / ratio }]
  })
  const [margin, inset] = [4, 5]
  ctx.save()
  ctx.font = `600 ${10.5 * ratio}px ${palette.font}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  const room = plot.width - (bbox.left + bbox.width) / ratio - inset
  const fits = (text: string) => ctx.measureText(text).width <= room * ratio
  const labels = endLabels(ends, bbox.top / ratio + margin, (bbox.top + bbox.height) / ratio - margin, fits)
  for (const { text, y, colour } of labels) {
    ctx.fillStyle = colour ?? palette.label
    ctx.fillText(text, bbox.left + bbox.width + inset * ratio, y * ratio)
  }
  ctx.restore()
}

function lastDrawn(points: uPlot.AlignedData[number] | undefined): number | null {
  for (let i = (points?.length ?? 0) - 1; i >= 0; i--) {
    const value = points?.[i]
    if (value !== null && value !== undefined) return value
  }
  return null
}
