import type { In } from '@/i18n/keys'
import type { MetricKey } from '@/api/types'
import { displayOf, type Scale } from '@/format/display'
import { metricLabel } from '@/format/label'
import { t } from '@/i18n/words'
import { sharesMemory } from '@/store/limits'
import { metricAttributes } from '@/store/metric-attributes'
import type { Spread } from '@/timeseries/summary'
import { slowdownCelsius } from '@/store/alerts'
import { LATEST_MILLIS, NOW_MILLIS, type Reading } from '@/store/readings'
import { gpuKey } from '@/api/names'
import { capacityOf, isListed, valueNow, type GpuData } from './gpu-data'

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
  /** A value of the same unit next to it. */
  second: { label: string; reading: Reading } | null
}

/** Values of another moment than now. */
export type ReadAt = (metric: MetricKey) => Spread | null

/** A gauge as a row of data. */
interface GaugeSpec {
  metric: MetricKey
  tone: Tone
  /** The end of the bar: a number, or the limits of which the largest is the end. */
  max: number | readonly MetricKey[]
  /** Whether the value changes slowly, so that its latest sample is shown in place of a mean. */
  isSlow?: boolean
  second?: MetricKey
  /** Marks with their limits; a mark without a known limit is omitted. */
  marks?: (data: GpuData) => readonly (Omit<GaugeMark, 'at'> & { at: number | null })[]
}

/** The gauges of every GPU. */
const GAUGES: readonly GaugeSpec[] = [
  { metric: 'utilization.gpu', tone: 'util', max: 100 },
  { metric: 'activity.sm', tone: 'util', max: 100 },
  { metric: 'memory.used', tone: 'mem', max: ['memory.total'], isSlow: true },
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
    second: 'temperature.memory',
    marks: (data) => [
      { at: slowdownCelsius(data.gpu, data.moment.limits.get(gpuKey(data.gpu))), label: 'slowdown', tone: 'warn' },
      { at: capacityOf(data, 'temperature.threshold.shutdown'), label: 'shutdown', tone: 'crit' },
    ],
  },
  { metric: 'clocks.current.sm', tone: 'text-2', max: ['clocks.max.sm'] },
]
/** In place of those that the GPU cannot have. */
const SPARES: readonly GaugeSpec[] = [
  { metric: 'utilization.memory', tone: 'util', max: 100 },
  { metric: 'fan.speed', tone: 'text-2', max: 100 },
  { metric: 'pcie.rx', tone: 'rx', max: ['pcie.bandwidth.max'] },
]

/** Metrics of all gauges. */
export const GAUGE_METRICS: readonly MetricKey[] = [...GAUGES, ...SPARES].flatMap(({ metric, second }) =>
  second === undefined ? metric : [metric, second],
)

/**
 * Returns the gauges of a GPU, now or at another moment; one that it cannot have gives its place to the next spare, and
 * one that MIG instances have instead of the GPU is left out.
 */
export function gauges(data: GpuData, at: ReadAt | null = null): GaugeModel[] {
  const isOfInstances = ({ metric }: GaugeSpec) => valueNow(data, metric).reason === 'MIG_ENABLED'
  const spares = SPARES.filter((spec) => isListed(data, spec.metric) && !isOfInstances(spec))
  return GAUGES.filter((spec) => !isOfInstances(spec))
    .flatMap((spec) => (isListed(data, spec.metric) ? spec : (spares.shift() ?? [])))
    .map((spec) => gaugeOf(spec, data, at))
}

function gaugeOf({ metric, tone, max, isSlow, second, marks: of }: GaugeSpec, data: GpuData, at: ReadAt | null) {
  const marks = (of?.(data) ?? []).flatMap(({ at: value, ...mark }) => (value === null ? [] : { ...mark, at: value }))
  const limits =
    typeof max === 'number'
      ? [max, ...marks.map(({ at: value }) => value)]
      : max.flatMap((each) => capacityOf(data, each) ?? [])
  const readingOf = (each: MetricKey): Reading => {
    if (at === null) return valueNow(data, each, isSlow ? LATEST_MILLIS : NOW_MILLIS)
    const summary = at(each)
    const quality = summary === null ? 'gap' : 'ok'
    return { summary, quality, ageMillis: 0, reason: undefined, about: metricAttributes(each, data.gpu) }
  }
  const isShared = metric === 'memory.used' && sharesMemory(data.moment.limits, data.gpu)
  return {
    ...displayOf(metric),
    ...{ metric, tone, marks, label: isShared ? t('shared.used') : metricLabel(metric), reading: readingOf(metric) },
    second:
      second === undefined || !isListed(data, second) ? null : { label: t('story.memory'), reading: readingOf(second) },
    max: limits.length === 0 ? null : Math.max(...limits),
    limited: typeof max !== 'number',
  }
}
