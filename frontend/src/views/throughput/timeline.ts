import type { Quality } from '@/api/states'
import type { Gpu } from '@/api/types'
import { metricAttributes } from '@/live/metric-attributes'
import { drawnSummary, type Moment } from '@/live/readings'
import type { Chart } from '@/draw/chart'
import { formatIndexes } from '@/format/indexes'
import type { Translate } from '@/i18n/words'
import { traffic } from '../resources/resource-charts'
import { isMeasured } from '../resources/lines'
import { displayedTraffic, PCIE } from './throughput'

/** Traffic of the shown GPUs together, both directions; null where none of them can tell any. */
export function trafficChart(moment: Moment, gpus: readonly Gpu[], alone: readonly number[] | null, t: Translate): Chart | null {
  if (!isMeasured(moment, gpus, PCIE.rx) && !isMeasured(moment, gpus, PCIE.tx)) return null
  const title = alone === null ? t('throughput.all') : t('timeline.gpus', { indexes: formatIndexes(alone) })
  return { ...traffic(moment, gpus, 'pcie', alone, t), title }
}

/** Both directions of the chart as numbers, now or under the crosshair. */
export function trafficCells(moment: Moment, { lines, legend }: Chart, at: number | null, stepMillis: number) {
  return lines.map(({ key, samples }, i) => {
    const found = drawnSummary(moment, samples(), at, stepMillis)
    const ageMillis = found === null ? 0 : moment.edge - found.at + moment.silenceMillis
    const stale = at === null && ageMillis > moment.patienceMillis
    const quality: Quality = found === null ? 'gap' : stale ? 'stale' : 'ok'
    return {
      key,
      token: legend[i]?.token ?? '',
      label: legend[i]?.text ?? '',
      ...displayedTraffic(found?.mean ?? null),
      quality,
      ageMillis: stale ? ageMillis : 0,
      about: metricAttributes(key === '--rx' ? PCIE.rx : PCIE.tx),
    }
  })
}
