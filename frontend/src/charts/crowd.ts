import { summarize } from '@/timeseries/summary'
import type { Chart, ChartLine } from './chart'

/** Nobody tells more lines apart than there are colours and dashes. */
const MOST_LINES = 16
/** So many are drawn where there are more. */
export const DRAWN = 8

/** Whether lines of so many GPUs are too many for one chart. */
export function isCrowd(count: number): boolean {
  return count > MOST_LINES
}

/** A chart of too many GPUs with the lines only that swing most after `from`; other lines stay. */
export function thinned(chart: Chart, from: number, to: number): Chart {
  const ofGpus = chart.lines.filter(({ index }) => index !== null)
  if (!isCrowd(ofGpus.length)) return chart
  const spreads = new Map(ofGpus.map((line) => [line, spreadOf(line, from, to)]))
  const kept = new Set([...ofGpus].sort((a, b) => (spreads.get(b) ?? 0) - (spreads.get(a) ?? 0)).slice(0, DRAWN))
  return { ...chart, lines: chart.lines.filter((line) => line.index === null || kept.has(line)) }
}

function spreadOf(line: ChartLine, from: number, to: number): number {
  const summary = summarize(line.samples(), from, to)
  return summary === null ? -1 : summary.hi - summary.lo
}
