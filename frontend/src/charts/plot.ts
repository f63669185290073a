import uPlot from 'uplot'
import { formatNumber } from '@/format/number'
import { formatTick } from '@/format/time'
import { smoothedPoints, type Aligned } from '@/timeseries/buckets'
import type { SilenceWords } from './before'
import type { Chart, ChartLine } from './chart'
import type { LineAt } from './nearest'
import type { Palette } from './palette'
import { drawEnds, drawGaps, drawGapTexts, drawMarks, drawMoments, drawSilences } from './layers'
import { LINE_WIDTH } from './painter'
import { timeTicks } from './ticks'

/** Room left of every chart for its scale; the same for all, so that they lie on one time axis. */
export const LEFT_GUTTER = 46
const TOP = 7
const BOTTOM = 6
const TIMES_HEIGHT = 22
const DASH = [5, 3]
const POINT_SIZE = 6
const BAND_ALPHA = '38'
const STACK_ALPHA = '66'

/** What a chart shows at the moment; its hooks look here at every drawing. */
export interface Stage {
  chart: Chart
  from: number
  to: number
  aligned: Aligned
  smooth: boolean
  /** How far from the crosshair a sample may lie to be pointed at. */
  reach: number
  palette: Palette
  locale: string
  /** Where more of the past is still on its way. */
  pendingFrom: number | null
  /** When the server started, in its own time; null while the page does not know. */
  startedAt: number | null
  /** What a hatch means, where this chart says it. */
  words: SilenceWords | null
}

export interface Frame {
  width: number
  height: number
  rightGutter: number
  withTimes: boolean
}

/** A chart of uPlot that takes colours, scales and overlays from its stage; pointers are left to the page. */
export function plotOf(host: HTMLElement, stage: Stage, frame: Frame): uPlot {
  const { chart } = stage
  const font = `11px ${stage.palette.font}`
  const grid = { stroke: () => stage.palette.grid, width: 1 }
  const axis = { stroke: () => stage.palette.faint, font, ticks: { show: false } }
  const series: uPlot.Series[] = [{}]
  const bands: uPlot.Band[] = []
  chart.lines.forEach((line) => {
    if (chart.banded) {
      const fill = () => `${line.colour(stage.palette)}${BAND_ALPHA}`
      bands.push({ series: [series.length, series.length + 1], fill })
      series.push(edge(), edge())
    }
    const fill = () => `${line.colour(stage.palette)}${STACK_ALPHA}`
    if (chart.stacked === true && series.length > 1) bands.push({ series: [series.length, series.length - 1], fill })
    series.push({ ...seriesOf(line, stage), ...(chart.stacked === true ? { fill } : {}) })
  })
  return new uPlot(
    {
      width: frame.width,
      height: frame.height,
      padding: [TOP, frame.rightGutter, frame.withTimes ? 0 : BOTTOM, 0],
      legend: { show: false },
      series,
      bands,
      scales: {
        x: { time: false, range: () => [stage.from, stage.to] },
        y: { range: () => [stage.chart.min, stage.chart.max] },
      },
      cursor: {
        y: false,
        drag: { x: false, y: false },
        bind: UNBOUND,
        dataIdx: (_, __, nearest, time) => {
          const away = Math.abs((stage.aligned.times[nearest] ?? NaN) - time)
          return away <= stage.reach ? nearest : null
        },
        points: { size: POINT_SIZE, width: 1.5, show: (plot, i) => point(plot, i) },
      },
      axes: [
        {
          ...axis,
          show: frame.withTimes,
          size: TIMES_HEIGHT,
          gap: 4,
          grid,
          splits: (plot, _, min, max) => {
            return timeTicks(min, max, plot.bbox.width / uPlot.pxRatio || frame.width).map(({ time }) => time)
          },
          values: (_, times) => times.map((time) => formatTick(time, stage.to - stage.from)),
        },
        {
          ...axis,
          size: LEFT_GUTTER,
          gap: 6,
          grid,
          splits: (_, __, min, max) => [min, (min + max) / 2, max],
          values: (_, values) => values.map((value) => label(value, stage)),
        },
      ],
      hooks: {
        drawClear: [
          (plot) => {
            drawGaps(plot, stage)
          },
        ],
        draw: [
          (plot) => {
            drawGapTexts(plot, stage)
            drawSilences(plot, stage)
            drawMarks(plot, stage)
            drawMoments(plot, stage)
            drawEnds(plot, stage)
          },
        ],
      },
    },
    dataOf(stage),
    host,
  )
}

/** The numbers of the stage in the order of the series. */
export function dataOf({ chart, aligned, smooth }: Stage): uPlot.AlignedData {
  const columns = aligned.columns.flatMap(({ lo, mean, hi }) => {
    const line = smooth ? smoothedPoints(mean) : mean
    return chart.banded ? [hi, lo, line] : [line]
  })
  return [aligned.times, ...columns]
}

/** Where the lines are at a place of the chart, in its pixels. */
export function linesAt(plot: uPlot, { chart, aligned, reach }: Stage, left: number): LineAt[] {
  const time = plot.posToVal(left, 'x')
  const nearest = plot.posToIdx(left)
  if (Math.abs((aligned.times[nearest] ?? NaN) - time) > reach) return []
  return chart.lines.map(({ index }, i) => {
    const value = plot.data[chart.banded ? 3 * i + 3 : i + 1]?.[nearest]
    return { index, y: value === null || value === undefined ? null : plot.valToPos(value, 'y') }
  })
}

const nothing = () => null
const UNBOUND: uPlot.Cursor.Bind = {
  mousedown: nothing,
  mouseup: nothing,
  click: nothing,
  dblclick: nothing,
  mousemove: nothing,
  mouseleave: nothing,
  mouseenter: nothing,
}

/** The edge of a band: bounds a surface and is not seen itself. */
function edge(): uPlot.Series {
  return { stroke: 'transparent', width: 0, points: { show: false } }
}

function seriesOf(line: ChartLine, stage: Stage): uPlot.Series {
  return {
    stroke: () => line.colour(stage.palette),
    width: LINE_WIDTH,
    points: { show: false },
    spanGaps: false,
    ...(line.dashed ? { dash: DASH } : {}),
  }
}

/** Edges of bands have no point under the crosshair. */
function point(plot: uPlot, i: number): HTMLElement {
  const dot = document.createElement('div')
  dot.hidden = plot.series[i]?.width === 0
  return dot
}

function label(value: number, { chart, locale }: Stage): string {
  const shown = value / chart.divisor
  return formatNumber(shown, shown % 1 === 0 ? 0 : chart.decimals, locale)
}
