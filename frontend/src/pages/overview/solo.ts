import type { KeyWith, PlainKey } from '@/i18n/keys'
import type { Gpu, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { displayOf, type Scale } from '@/format/display'
import { slowdownCelsius } from '@/store/alerts'
import { read, type Moment, type Reading } from '@/store/readings'

/** A chart of a metric; its scale depends on limits, never on samples. */
export interface Solo extends Scale {
  metric: MetricKey
  title: PlainKey
  min: number
  max: number
  tone: 'util' | 'mem' | 'plain'
  mark: { at: number; label: KeyWith<'n'> } | null
  reading: Reading
}

const COLDEST = 20
const HOTTEST = 100
/** The scale ends at a round number above the limit, so that the line of the limit is below the edge. */
const WATTS_STEP = 100
const PLAIN = { min: 0, tone: 'plain' } as const

/** The charts whose metric the GPU supports and whose scale is known. */
export function soloCharts(moment: Moment, gpu: Gpu): Solo[] {
  const limits = moment.limits.get(gpuKey(gpu))
  const memory = limits?.['memory.total']
  const enforced = limits?.['enforced.power.limit']
  const watts = Math.max(enforced ?? 0, limits?.['power.default_limit'] ?? 0)
  const slowdown = slowdownCelsius(gpu, limits)
  const mark = (at: number | null | undefined, label: KeyWith<'n'>) =>
    at === null || at === undefined ? null : { at, label }
  const charts: Omit<Solo, 'reading' | keyof Scale>[] = [
    {
      ...PLAIN,
      metric: 'utilization.gpu',
      title: 'overview.utilizationChart',
      max: 100,
      tone: 'util',
      mark: null,
    },
    {
      metric: 'memory.used',
      title: 'overview.memoryChart',
      min: 0,
      max: memory ?? 0,
      tone: 'mem',
      mark: null,
    },
    {
      ...PLAIN,
      metric: 'power.draw',
      title: 'overview.powerChart',
      max: watts === 0 ? 0 : (Math.floor(watts / WATTS_STEP) + 1) * WATTS_STEP,
      mark: mark(enforced, 'overview.limitAt'),
    },
    {
      ...PLAIN,
      metric: 'temperature.gpu',
      title: 'overview.temperatureChart',
      min: COLDEST,
      max: HOTTEST,
      mark: mark(slowdown, 'overview.slowdownAt'),
    },
  ]
  return charts
    .map((chart) => ({ ...chart, ...displayOf(chart.metric), reading: read(moment, gpu, chart.metric) }))
    .filter(({ reading, max }) => max > 0 && reading.quality !== 'notSupported' && reading.quality !== 'noAccess')
}
