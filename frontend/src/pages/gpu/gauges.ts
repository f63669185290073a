import type { In } from '@/i18n/keys'
import type { MetricKey } from '@/api/types'
import { displayOf, type Scale } from '@/format/display'
import { metricLabel, shortLabel } from '@/format/label'
import { slowdownCelsius } from '@/store/alerts'
import { LATEST_MILLIS, NOW_MILLIS, type Reading } from '@/store/readings'
import { gpuKey } from '@/api/names'
import { capacityOf, valueNow, type GpuData } from './gpu-data'

/** A colour of the theme. */
type Tone = 'util' | 'mem' | 'text-2' | 'rx' | 'tx'

interface GaugeMark {
  at: number
  label: In<'gauge'>
  tone: 'limit' | 'warn' | 'crit'
}

/** A value and its limits, as a bar from 0. */
export interface GaugeModel extends Scale {
  metric: MetricKey
  label: string
  reading: Reading
  /** Where the bar ends; null while the limit is unknown. */
  max: number | null
  /** Whether the end is printed; a percentage needs none. */
  limited: boolean
  tone: Tone
  marks: readonly GaugeMark[]
}

/** A gauge as a row of data. */
interface GaugeSpec {
  metric: MetricKey
  tone: Tone
  /** The end of the bar: a number, or the limits of which the largest is the end. */
  max: number | readonly MetricKey[]
  /** Whether the value changes slowly, so that its latest sample is shown in place of a mean. */
  isSlow?: boolean
  /** Marks with their limits; a mark without a known limit is omitted. */
  marks?: (data: GpuData) => readonly (Omit<GaugeMark, 'at'> & { at: number | null })[]
}

const GAUGES: readonly GaugeSpec[] = [
  { metric: 'utilization.gpu', tone: 'util', max: 100 },
  { metric: 'activity.sm', tone: 'util', max: 100 },
  { metric: 'activity.tensor', tone: 'util', max: 100 },
  { metric: 'utilization.memory', tone: 'util', max: 100 },
  { metric: 'utilization.encoder', tone: 'util', max: 100 },
  { metric: 'utilization.decoder', tone: 'util', max: 100 },
  { metric: 'memory.used', tone: 'mem', max: ['memory.total'], isSlow: true },
  { metric: 'bar1.used', tone: 'text-2', max: ['bar1.total'], isSlow: true },
  {
    metric: 'power.draw',
    tone: 'text-2',
    max: ['enforced.power.limit', 'power.default_limit'],
    marks: (data) => [{ at: capacityOf(data, 'enforced.power.limit'), label: 'limit', tone: 'limit' }],
  },
  {
    metric: 'temperature.gpu',
    tone: 'text-2',
    max: 100,
    isSlow: true,
    marks: (data) => [
      { at: slowdownCelsius(data.gpu, data.moment.limits.get(gpuKey(data.gpu))), label: 'slowdown', tone: 'warn' },
      { at: capacityOf(data, 'temperature.threshold.shutdown'), label: 'shutdown', tone: 'crit' },
    ],
  },
  {
    metric: 'temperature.memory',
    tone: 'text-2',
    max: 100,
    isSlow: true,
    marks: (data) => [{ at: capacityOf(data, 'temperature.threshold.memory_max'), label: 'slowdown', tone: 'warn' }],
  },
  { metric: 'fan.speed', tone: 'text-2', max: 100 },
  { metric: 'clocks.current.sm', tone: 'text-2', max: ['clocks.max.sm'] },
  { metric: 'clocks.current.memory', tone: 'text-2', max: ['clocks.max.memory'] },
  { metric: 'pcie.rx', tone: 'rx', max: ['pcie.bandwidth.max'] },
  { metric: 'pcie.tx', tone: 'tx', max: ['pcie.bandwidth.max'] },
  { metric: 'nvlink.rx', tone: 'rx', max: ['nvlink.bandwidth.max'] },
  { metric: 'nvlink.tx', tone: 'tx', max: ['nvlink.bandwidth.max'] },
]

export function gauges(data: GpuData): GaugeModel[] {
  return GAUGES.map(({ metric, tone, max, isSlow = false, marks: marksOf }) => {
    const marks = (marksOf?.(data) ?? []).flatMap(({ at, ...mark }) => (at === null ? [] : { ...mark, at }))
    const limits =
      typeof max === 'number'
        ? [max, ...marks.map(({ at }) => at)]
        : max.flatMap((limit) => capacityOf(data, limit) ?? [])
    return {
      ...displayOf(metric),
      ...{ metric, tone, marks },
      label: metric === 'temperature.memory' ? shortLabel(metric) : metricLabel(metric),
      reading: valueNow(data, metric, isSlow ? LATEST_MILLIS : NOW_MILLIS),
      max: limits.length === 0 ? null : Math.max(...limits),
      limited: typeof max !== 'number',
    }
  })
}
