import type { Gpu } from '@/api/types'
import { gpuKey } from '@/api/names'
import { formatNumber } from '@/format/number'
import type { KeyWith } from '@/i18n/keys'
import { locale, type Translate } from '@/i18n/words'
import { slowdownCelsius } from '@/store/alerts'
import { sharesMemory } from '@/store/limits'
import { read, type Moment, type Reading } from '@/store/readings'
import { chartOf, type ChartSpec, type SpecChart } from '@/time-page/chart-spec'
import { POWER_LIMITS, TEMPERATURES } from '@/time-page/limit-marks'
import { liveScene, type LiveScene } from '@/time-page/live-scene'

interface SoloSpec extends ChartSpec<LiveScene> {
  tone?: 'util' | 'mem'
}

/** The scale ends at a round number above the limit, so that the line of the limit is below the edge. */
const WATTS_STEP = 100

/** The charts of the only GPU; scales depend on limits, never on samples. */
const CHARTS: readonly SoloSpec[] = [
  { metric: 'utilization.gpu', title: 'overview.utilizationChart', max: 100, tone: 'util' },
  { metric: 'memory.used', title: 'overview.memoryChart', max: ['memory.total'], tone: 'mem' },
  {
    metric: 'power.draw',
    title: 'overview.powerChart',
    max: (scene) => {
      const watts = scene.capacity(POWER_LIMITS, 'power.draw')
      return watts === 0 ? 0 : (Math.floor(watts / WATTS_STEP) + 1) * WATTS_STEP
    },
    marks: markOf('overview.limitAt', (_, limits) => limits?.['enforced.power.limit']),
  },
  {
    metric: 'temperature.gpu',
    title: 'overview.temperatureChart',
    ...TEMPERATURES,
    marks: markOf('overview.slowdownAt', slowdownCelsius),
  },
]

export interface SoloChart extends SpecChart {
  tone: 'util' | 'mem' | 'plain'
  reading: Reading
}

/** The charts whose metric the GPU supports and whose scale is known. */
export function soloCharts(moment: Moment, gpu: Gpu, t: Translate): SoloChart[] {
  const scene = liveScene(moment, [gpu.index], t)
  const isShared = sharesMemory(moment.limits, gpu)
  return CHARTS.map((spec) => ({
    ...chartOf(spec, scene),
    ...(spec.tone === 'mem' && isShared && { title: t('overview.sharedChart') }),
    tone: spec.tone ?? ('plain' as const),
    reading: read(moment, gpu, spec.metric),
  })).filter(({ reading, max }) => max > 0 && reading.quality !== 'notSupported' && reading.quality !== 'noAccess')
}

function markOf(
  text: KeyWith<'n'>,
  limit: (gpu: Gpu, limits: Gpu['values'] | undefined) => number | null | undefined,
): NonNullable<SoloSpec['marks']> {
  return ({ gpus, limits, t }, max) =>
    gpus.flatMap((gpu) => {
      const at = limit(gpu, limits.get(gpuKey(gpu))) ?? Infinity
      return at > max ? [] : [{ at, text: t(text, { n: formatNumber(at, 0, locale.value) }) }]
    })
}
