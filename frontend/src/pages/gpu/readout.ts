import { isRead } from '@/api/states'
import type { Quality } from '@/api/states'
import { metricAttributes } from '@/store/metric-attributes'
import { askedFor, drawnSummary } from '@/store/readings'
import type { SpecChart } from '@/time-page/chart-spec'
import { addedMetric } from '@/time-page/drawable'
import type { SubjectRow } from '@/time-page/SubjectReadout.vue'
import { valueNow, type GpuData } from './gpu-data'

/** Returns every line of the charts as a number, now or in the bucket under the crosshair. */
export function readoutRows(
  data: GpuData,
  charts: readonly SpecChart[],
  at: number | null,
  stepMillis: number,
): SubjectRow[] {
  const { moment, gpu } = data
  return charts.flatMap(({ id, lines, short: unit, divisor, decimals }) =>
    lines.map(({ key, label, metric, samples }) => {
      const summary = drawnSummary(moment, samples(), at, stepMillis)
      const printed = (value: number) => ({ unit: '', decimals, value: value / divisor })
      // A metric that the stream lacks is as recent as its newest sample.
      const isSeparate = addedMetric(id) !== null && isRead(gpu.state)
      const gap = { quality: 'gap' as const, ageMillis: 0 }
      const now = !isSeparate ? valueNow(data, metric) : summary === null ? gap : askedFor(moment, summary)
      const quality: Quality = at === null ? now.quality : summary === null ? 'gap' : 'ok'
      // A spread below the last digit would be printed as none, and one of old samples as a current one.
      const hasSpread = quality === 'ok' && summary !== null && (summary.hi - summary.lo) / divisor >= 10 ** -decimals
      return {
        key: `${id} ${key}`,
        label,
        about: metricAttributes(metric, gpu),
        value: {
          ...{ unit, decimals, quality, ageMillis: now.ageMillis, brief: true, ageless: data.past !== undefined },
          value: summary === null ? null : summary.mean / divisor,
        },
        spread: hasSpread ? [printed(summary.lo), printed(summary.hi)] : null,
      }
    }),
  )
}
