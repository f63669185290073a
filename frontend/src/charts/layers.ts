import uPlot from 'uplot'
import { noDataRanges, sampleStart } from './no-data'
import { endLabels, type LineEnd } from './end-labels'
import type { ChartState } from './chart-state'
import { Painter, type Box } from './painter'

/** Half the height of the strip that continues a line without samples. */
const STRIP = 3
const MARK_MARGIN = 8

function painterOf({ ctx }: uPlot, { palette }: ChartState): Painter {
  return new Painter(ctx, palette, uPlot.pxRatio)
}

/** Hatches the whole height where no line has samples. */
export function drawGaps(plot: uPlot, state: ChartState): void {
  const painter = painterOf(plot, state)
  for (const { box } of noDataAreas(plot, state)) painter.hatch(box, state.palette.hatch)
}

/** Explains hatched areas that are wide enough. */
export function drawGapTexts(plot: uPlot, state: ChartState): void {
  const painter = painterOf(plot, state)
  for (const { box, text } of noDataAreas(plot, state)) painter.pillWithin(text, box)
}

function noDataAreas(plot: uPlot, state: ChartState): { box: Box; text: string }[] {
  const { top, height } = plot.bbox
  const { from, to } = state
  return noDataRanges({ ...state.aligned, pendingFrom: state.pendingFrom }, state.texts).map((gap) => {
    const left = plot.valToPos(Math.max(from, gap.from), 'x', true)
    const width = plot.valToPos(Math.min(to, gap.to), 'x', true) - left
    return { box: { left, top, width, height }, text: gap.text }
  })
}

/** Draws a dotted line where the samples begin; the time before it is plain. */
export function drawStart(plot: uPlot, state: ChartState): void {
  const start = sampleStart({ ...state.aligned, pendingFrom: state.pendingFrom }, state, state.startedAt, state.texts)
  if (start === null) return
  const { left, top, width, height } = plot.bbox
  painterOf(plot, state).startLine(start.text, plot.valToPos(start.at, 'x', true), { left, top, width, height })
}

/** Continues a line without samples as a hatched strip at its last level, where other lines have samples. */
export function drawGapStrips(plot: uPlot, state: ChartState): void {
  const { aligned, chart, palette, from, to } = state
  const painter = painterOf(plot, state)
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

/** Draws limits of the hardware as dashed lines. */
export function drawMarks(plot: uPlot, state: ChartState): void {
  const { chart, palette } = state
  const { left, top, width } = plot.bbox
  const painter = painterOf(plot, state)
  const margin = MARK_MARGIN * uPlot.pxRatio
  for (const { at, text } of chart.marks) {
    if (at > chart.max || at < chart.min) continue
    const y = plot.valToPos(at, 'y', true)
    painter.dashed([left, y], [left + width, y], palette.faint, [4, 3])
    painter.pill(text, left + margin, Math.max(top + margin, y))
  }
}

/** Draws named moments as dotted lines; the chart with the explanations also has the names. */
export function drawMoments(plot: uPlot, state: ChartState): void {
  const { chart, palette, texts } = state
  const { left, top, width, height } = plot.bbox
  const painter = painterOf(plot, state)
  const margin = MARK_MARGIN * uPlot.pxRatio
  let free = left
  for (const { at, text } of chart.moments ?? []) {
    const x = plot.valToPos(at, 'x', true)
    if (x < left || x > left + width) continue
    painter.dashed([x, top], [x, top + height], palette.label, [1, 3])
    const end = x + painter.widthOf(text) + 2 * margin
    // A name that would overlap the previous one is only in the list of the page.
    if (texts === null || x < free || end > left + width) continue
    free = end
    painter.pill(text, x + margin, top + margin)
  }
}

/** Draws the number of each GPU at the end of its line. */
export function drawEnds(plot: uPlot, { aligned, chart, palette }: ChartState): void {
  const { ctx, bbox } = plot
  const ratio = uPlot.pxRatio
  const ends: LineEnd[] = chart.lines.flatMap(({ index, indexes = index === null ? [] : [index], colour }, i) => {
    const column = aligned.columns[i]
    const last = lastValue(plot.data[chart.banded ? 3 * i + 3 : i + 1]) ?? column?.silences.at(-1)?.level ?? null
    if (indexes.length === 0 || last === null) return []
    const level = Math.min(chart.max, Math.max(chart.min, last))
    return [{ indexes, colour: colour(palette), y: plot.valToPos(level, 'y', true) / ratio }]
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

function lastValue(points: uPlot.AlignedData[number] | undefined): number | null {
  for (let i = (points?.length ?? 0) - 1; i >= 0; i--) {
    const value = points?.[i]
    if (value !== null && value !== undefined) return value
  }
  return null
}
