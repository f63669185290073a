import uPlot from 'uplot'
import { silences } from './before'
import { endLabels, type End } from './ends'
import type { Stage } from './plot'
import { Painter, type Box } from './painter'

/** Half the height of the strip that goes on where a single line ended. */
const STRIP = 3
const MARK_MARGIN = 8

function painterOf({ ctx }: uPlot, { palette }: Stage): Painter {
  return new Painter(ctx, palette, uPlot.pxRatio)
}

/** Where there are no samples at all the whole height is hatched. */
export function drawGaps(plot: uPlot, stage: Stage): void {
  const painter = painterOf(plot, stage)
  for (const { box } of silentAreas(plot, stage)) painter.hatch(box, stage.palette.hatch)
}

/** What a hatch means, where there is room to say it. */
export function drawGapTexts(plot: uPlot, stage: Stage): void {
  const painter = painterOf(plot, stage)
  for (const { box, text } of silentAreas(plot, stage)) painter.pillWithin(text, box)
}

function silentAreas(plot: uPlot, stage: Stage): { box: Box; text: string }[] {
  const { top, height } = plot.bbox
  const { from, to } = stage
  return silences({ ...stage.aligned, pendingFrom: stage.pendingFrom }, stage, stage.startedAt, stage.words).map(
    (gap) => {
      const left = plot.valToPos(Math.max(from, gap.from), 'x', true)
      const width = plot.valToPos(Math.min(to, gap.to), 'x', true) - left
      return { box: { left, top, width, height }, text: gap.text }
    },
  )
}

/** Where one of several lines ends, a strip goes on at its level; the others are still measured there. */
export function drawSilences(plot: uPlot, stage: Stage): void {
  const { aligned, chart, palette, from, to } = stage
  const painter = painterOf(plot, stage)
  const ratio = uPlot.pxRatio
  aligned.columns.forEach(({ silences }, i) => {
    for (const { from: begin, to: end, level } of silences) {
      if (level === null || aligned.gaps.some((gap) => gap.from <= begin && end <= gap.to)) continue
      const left = plot.valToPos(Math.max(from, begin), 'x', true)
      const width = plot.valToPos(Math.min(to, end), 'x', true) - left
      const middle = plot.valToPos(Math.min(chart.max, Math.max(chart.min, level)), 'y', true)
      const box = { left, top: middle - STRIP * ratio, width, height: 2 * STRIP * ratio }
      painter.hatch(box, chart.lines[i]?.colour(palette) ?? palette.hatch)
    }
  })
}

/** Limits of the hardware, dashed. */
export function drawMarks(plot: uPlot, stage: Stage): void {
  const { chart, palette } = stage
  const { left, top, width } = plot.bbox
  const painter = painterOf(plot, stage)
  const margin = MARK_MARGIN * uPlot.pxRatio
  for (const { at, text } of chart.marks) {
    if (at > chart.max || at < chart.min) continue
    const y = plot.valToPos(at, 'y', true)
    painter.dashed([left, y], [left + width, y], palette.faint, [4, 3])
    painter.pill(text, left + margin, Math.max(top + margin, y))
  }
}

/** Moments that somebody named, dotted; the chart that speaks for the page has their names. */
export function drawMoments(plot: uPlot, stage: Stage): void {
  const { chart, palette, words } = stage
  const { left, top, width, height } = plot.bbox
  const painter = painterOf(plot, stage)
  const margin = MARK_MARGIN * uPlot.pxRatio
  let free = left
  for (const { at, text } of chart.moments ?? []) {
    const x = plot.valToPos(at, 'x', true)
    if (x < left || x > left + width) continue
    painter.dashed([x, top], [x, top + height], palette.label, [1, 3])
    const end = x + painter.widthOf(text) + 2 * margin
    // A name that would lie on the one before it stands in the list of the page only.
    if (words === null || x < free || end > left + width) continue
    free = end
    painter.pill(text, x + margin, top + margin)
  }
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
