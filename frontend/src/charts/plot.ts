import uPlot from 'uplot'
import { formatNumber } from '@/format/number'
import { formatTick } from '@/format/time'
import { smoothedPoints } from '@/timeseries/buckets'
import type { ChartLine } from './chart'
import type { ChartState } from './chart-state'
import type { LineAt } from './nearest'
import { drawEnds, drawGaps, drawGapTexts, drawMarks, drawMoments, drawGapStrips, drawStart } from './layers'
import { LINE_WIDTH } from './painter'
import { timeTicks } from './ticks'

/** Width of the scale left of every chart; the same for all, so that their time axes agree. */
export const LEFT_GUTTER = 46
const TOP = 7
const BOTTOM = 6
const TIMES_HEIGHT = 22
const DASH = [5, 3]
const POINT_SIZE = 6
const BAND_ALPHA = '38'
const STACK_ALPHA = '66'

export interface Frame {
  width: number
  height: number
  rightGutter: number
  withTimes: boolean
}

/** A uPlot chart with colours, scales and overlays from its state; the page handles pointers. */
export function plotOf(host: HTMLElement, state: ChartState, frame: Frame): uPlot {
  const { chart } = state
  const font = `11px ${state.palette.font}`
  const grid = { stroke: () => state.palette.grid, width: 1 }
  const axis = { stroke: () => state.palette.faint, font, ticks: { show: false } }
  const series: uPlot.Series[] = [{}]
  const bands: uPlot.Band[] = []
  chart.lines.forEach((line) => {
    if (chart.banded) {
      const fill = () => `${line.colour(state.palette)}${BAND_ALPHA}`
      bands.push({ series: [series.length, series.length + 1], fill })
      series.push(edge(), edge())
    }
    const fill = () => `${line.colour(state.palette)}${STACK_ALPHA}`
    if (chart.stacked === true && series.length > 1) bands.push({ series: [series.length, series.length - 1], fill })
    series.push({ ...seriesOf(line, state), ...(chart.stacked === true ? { fill } : {}) })
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
        x: { time: false, range: () => [state.from, state.to] },
        y: { range: () => [state.chart.min, state.chart.max] },
      },
      cursor: {
        y: false,
        drag: { x: false, y: false },
        bind: UNBOUND,
        dataIdx: (_, __, nearest, time) => {
          const away = Math.abs((state.aligned.times[nearest] ?? NaN) - time)
          return away <= state.reach ? nearest : null
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
          values: (_, times) => times.map((time) => formatTick(time, state.to - state.from)),
        },
        {
          ...axis,
          size: LEFT_GUTTER,
          gap: 6,
          grid,
          splits: (_, __, min, max) => [min, (min + max) / 2, max],
          values: (_, values) => values.map((value) => label(value, state)),
        },
      ],
      hooks: {
        drawClear: [
          (plot) => {
            drawGaps(plot, state)
          },
        ],
        draw: [
          (plot) => {
            drawGapTexts(plot, state)
            drawGapStrips(plot, state)
            drawMarks(plot, state)
            drawMoments(plot, state)
            drawStart(plot, state)
            drawEnds(plot, state)
          },
        ],
      },
    },
    dataOf(state),
    host,
  )
}

/** The values of the state in the order of the series. */
export function dataOf({ chart, aligned, smooth }: ChartState): uPlot.AlignedData {
  const columns = aligned.columns.flatMap(({ lo, mean, hi }) => {
    const line = smooth ? smoothedPoints(mean) : mean
    return chart.banded ? [hi, lo, line] : [line]
  })
  return [aligned.times, ...columns]
}

/** The lines at a horizontal position of the chart, in its pixels. */
export function linesAt(plot: uPlot, { chart, aligned, reach }: ChartState, left: number): LineAt[] {
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

/** The invisible edge of a band. */
function edge(): uPlot.Series {
  return { stroke: 'transparent', width: 0, points: { show: false } }
}

function seriesOf(line: ChartLine, state: ChartState): uPlot.Series {
  return {
    stroke: () => line.colour(state.palette),
    width: LINE_WIDTH,
    points: { show: false },
    spanGaps: false,
    ...(line.dashed ? { dash: DASH } : {}),
  }
}

/** Edges of bands have no point at the crosshair. */
function point(plot: uPlot, i: number): HTMLElement {
  const dot = document.createElement('div')
  dot.hidden = plot.series[i]?.width === 0
  return dot
}

function label(value: number, { chart, locale }: ChartState): string {
  const shown = value / chart.divisor
  return formatNumber(shown, shown % 1 === 0 ? 0 : chart.decimals, locale)
}
