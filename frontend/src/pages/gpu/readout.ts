import type { MetricKey } from '@/api/types'
import { metricAttributes, type MetricAttributes } from '@/store/metric-attributes'
import { askedFor, drawnSummary } from '@/store/readings'
import type { Quality } from '@/api/states'
import type { Summary } from '@/timeseries/summary'
import { addedMetric } from '@/time-page/drawable'
import type { SpecChart } from '@/time-page/chart-spec'
import { valueNow, type Knowledge } from './knowledge'

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
  charts: readonly SpecChart[],
  at: number | null,
  stepMillis: number,
): ReadoutCell[] {
  return charts.flatMap((chart) =>
    chart.lines.map((line) => {
      const series = line.samples()
      const found = drawnSummary(known.moment, series, at, stepMillis)
      const value = found === null ? null : found.mean / chart.divisor
      const now = addedMetric(chart.id) !== null ? newest(known, line.metric, found) : valueNow(known, line.metric)
      const quality = at === null ? now.quality : value === null ? 'gap' : 'ok'
      // A spread below the last digit would read as none, and one of old samples as that of now.
      const swings =
        quality === 'ok' && found !== null && (found.hi - found.lo) / chart.divisor >= 10 ** -chart.decimals
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

/** What an added panel tells as now: its newest sample while that is fresh and the GPU answers at all. */
function newest(known: Knowledge, metric: MetricKey, found: Summary | null): { quality: Quality; ageMillis: number } {
  if (known.gpu.state !== 'OK') return valueNow(known, metric)
  if (found === null) return { quality: 'gap', ageMillis: 0 }
  return askedFor(known.moment, found)
}
