import { summarize } from '@/timeseries/summary'
import type { Chart, ChartLine } from './chart'

/** The number of lines with distinct colours and dashes. */
const MAX_LINES = 16
/** Number of lines shown if there are more. */
export const LINES_SHOWN = 8

/** Whether a chart cannot have a line for each of these GPUs. */
export function exceedsLineLimit(count: number): boolean {
  return count > MAX_LINES
}

/** Of a chart of too many GPUs, retains only the lines that vary most in this time, and the lines of no GPU. */
export function limitLines(chart: Chart, from: number, to: number): Chart {
  const ofGpus = chart.lines.filter(({ index }) => index !== null)
  if (!exceedsLineLimit(ofGpus.length)) return chart
  const spreads = new Map(ofGpus.map((line) => [line, spreadOf(line, from, to)]))
  const kept = new Set([...ofGpus].sort((a, b) => (spreads.get(b) ?? 0) - (spreads.get(a) ?? 0)).slice(0, LINES_SHOWN))
  return { ...chart, lines: chart.lines.filter((line) => line.index === null || kept.has(line)) }
}

function spreadOf(line: ChartLine, from: number, to: number): number {
  const summary = summarize(line.samples(), from, to)
  return summary === null ? -1 : summary.hi - summary.lo
}
