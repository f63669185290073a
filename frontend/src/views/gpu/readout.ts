import type { MetricKey } from '@/api/types'
import { metricAttributes, type MetricAttributes } from '@/live/metric-attributes'
import { NOW_MILLIS, spreadAt, type Moment } from '@/live/readings'
import type { Quality } from '@/api/states'
import { summarizeLast, type Summary } from '@/series/summary'
import type { Series } from '@/series/timeline'
import type { GpuChart } from './gpu-charts'
import { valueNow, type Knowledge } from './knowledge'

/** Rows outside the stream are asked for once a second, and an answer may take a while. */
export const ADDED_MILLIS = 5000

export interface ReadoutCell {
  key: string
  label: string
  unit: string
  value: number | null
  decimals: number
  quality: Quality
  ageMillis: number
  lo: number | null
  hi: number | null
  about: MetricAttributes
}

/** Every line of the charts as a number, now or under the crosshair with the bucket that is drawn there. */
export function readoutCells(
  known: Knowledge,
  charts: readonly GpuChart[],
  at: number | null,
  stepMillis: number,
): ReadoutCell[] {
  return charts.flatMap((chart) =>
    chart.lines.map((line) => {
      const series = line.samples()
      const found = drawnSummary(known.moment, series, at, stepMillis)
      const value = found === null ? null : found.mean / chart.divisor
      const now = chart.added ? newest(known, line.metric, found) : valueNow(known, line.metric)
      const quality = at === null ? now.quality : value === null ? 'gap' : 'ok'
      // A spread below the last digit would read as none, and one of old samples as that of now.
      const swings = quality === 'ok' && found !== null && (found.hi - found.lo) / chart.divisor >= 10 ** -chart.decimals
      return {
        key: `${chart.id} ${line.key}`,
        label: line.label,
        unit: chart.short,
        value,
        decimals: chart.decimals,
        quality,
        ageMillis: now.ageMillis,
        lo: swings ? found.lo / chart.divisor : null,
        hi: swings ? found.hi / chart.divisor : null,
        about: metricAttributes(line.metric, known.gpu),
      }
    }),
  )
}

/** What a chart draws under the crosshair, or the mean of the last seconds where that is away. */
export function drawnSummary(
  moment: Moment,
  series: Series | undefined,
  at: number | null,
  stepMillis: number,
): Summary | null {
  if (at === null) return summarizeLast(series, moment.edge, NOW_MILLIS)
  const spread = spreadAt(moment, series, at, stepMillis)
  return spread === null ? null : { ...spread, at }
}

/** What an added panel tells as now: its newest sample while that is fresh and the GPU answers at all. */
function newest(known: Knowledge, metric: MetricKey, found: Summary | null): { quality: Quality; ageMillis: number } {
  const { edge, silenceMillis, patienceMillis } = known.moment
  if (known.gpu.state !== 'OK') return valueNow(known, metric)
  if (found === null) return { quality: 'gap', ageMillis: 0 }
  const ageMillis = edge - found.at + silenceMillis
  return { quality: ageMillis > Math.max(patienceMillis, ADDED_MILLIS) ? 'stale' : 'ok', ageMillis }
}
