import type { Quality } from '@/api/states'
import { metricAttributes } from '@/store/metric-attributes'
import { drawnSummary, type Moment } from '@/store/readings'
import { formatIndexes } from '@/format/indexes'
import type { Translate } from '@/i18n/words'
import { chartOf, type SpecChart } from '@/time-page/chart-spec'
import { isMeasured, liveScene } from '@/time-page/live-scene'
import { trafficSpec } from '../resources/resource-charts'
import { displayedTraffic, PCIE } from './throughput'

/** Builds the chart of the summed traffic of the shown GPUs; null if none of them reports any. */
export function trafficChart(moment: Moment, alone: readonly number[] | null, t: Translate): SpecChart | null {
  const scene = liveScene(moment, alone, t)
  if (!isMeasured(moment, scene.gpus, PCIE.rx) && !isMeasured(moment, scene.gpus, PCIE.tx)) return null
  const title = alone === null ? t('throughput.all') : t('timeline.gpus', { indexes: formatIndexes(alone) })
  return { ...chartOf(trafficSpec('pcie'), scene), title }
}

/** Returns both directions of the chart as numbers, now or under the crosshair. */
export function trafficCells(moment: Moment, { lines, legend }: SpecChart, at: number | null, stepMillis: number) {
  return lines.map(({ key, metric, samples }, i) => {
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
      about: metricAttributes(metric),
    }
  })
}
