import type { In } from '@/i18n/keys'
import type { MetricKey } from '@/api/types'
import { displayOf, type Scale } from '@/format/display'
import { metricLabel, shortLabel } from '@/format/label'
import { slowdownCelsius } from '@/store/alerts'
import { LATEST_MILLIS, NOW_MILLIS, type Reading } from '@/store/readings'
import { gpuKey } from '@/api/names'
import { capacityOf, valueNow, type GpuData } from './gpu-data'

export type Tone = 'util' | 'mem' | 'plain' | 'rx' | 'tx'

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
  marks: { at: number; label: In<'gauge'>; tone: 'limit' | 'warn' | 'crit' }[]
}

const WHOLE = 100
const HOTTEST = 100

export function gauges(data: GpuData): GaugeModel[] {
  return [
    share(data, 'utilization.gpu'),
    share(data, 'activity.sm'),
    share(data, 'activity.tensor'),
    share(data, 'utilization.memory'),
    share(data, 'utilization.encoder'),
    share(data, 'utilization.decoder'),
    bytes(data, 'memory.used', 'memory.total', 'mem'),
    bytes(data, 'bar1.used', 'bar1.total', 'plain'),
    power(data),
    temperature(data),
    memoryTemperature(data),
    { ...share(data, 'fan.speed'), tone: 'plain' },
    clock(data, 'clocks.current.sm', 'clocks.max.sm'),
    clock(data, 'clocks.current.memory', 'clocks.max.memory'),
    traffic(data, 'pcie.rx', 'pcie.bandwidth.max', 'rx'),
    traffic(data, 'pcie.tx', 'pcie.bandwidth.max', 'tx'),
    traffic(data, 'nvlink.rx', 'nvlink.bandwidth.max', 'rx'),
    traffic(data, 'nvlink.tx', 'nvlink.bandwidth.max', 'tx'),
  ]
}

function gauge(
  data: GpuData,
  metric: MetricKey,
  spanMillis: number,
): Pick<GaugeModel, 'metric' | 'label' | 'reading' | 'marks'> & Scale {
  const reading = valueNow(data, metric, spanMillis)
  return { ...displayOf(metric), metric, label: metricLabel(metric), reading, marks: [] }
}

function share(data: GpuData, metric: MetricKey): GaugeModel {
  const rest = { max: WHOLE, limited: false, tone: 'util' } as const
  return { ...gauge(data, metric, NOW_MILLIS), ...rest }
}

function bytes(data: GpuData, metric: MetricKey, limit: MetricKey, tone: Tone): GaugeModel {
  const rest = { max: capacityOf(data, limit), limited: true, tone }
  return { ...gauge(data, metric, LATEST_MILLIS), ...rest }
}

/** The bar ends at the default limit of the board; a lower limit in force is a mark before the end. */
function power(data: GpuData): GaugeModel {
  const enforced = capacityOf(data, 'enforced.power.limit')
  const own = capacityOf(data, 'power.default_limit')
  const max = enforced === null && own === null ? null : Math.max(enforced ?? 0, own ?? 0)
  const rest = { max, limited: true, tone: 'plain' } as const
  const marks = enforced === null ? [] : [{ at: enforced, label: 'limit' as const, tone: 'limit' as const }]
  return { ...gauge(data, 'power.draw', NOW_MILLIS), ...rest, marks }
}

function temperature(data: GpuData): GaugeModel {
  const limits = data.moment.limits.get(gpuKey(data.gpu))
  const slowdown = slowdownCelsius(data.gpu, limits)
  const shutdown = capacityOf(data, 'temperature.threshold.shutdown')
  const marks: GaugeModel['marks'] = []
  if (slowdown !== null) marks.push({ at: slowdown, label: 'slowdown', tone: 'warn' })
  if (shutdown !== null) marks.push({ at: shutdown, label: 'shutdown', tone: 'crit' })
  return { ...gauge(data, 'temperature.gpu', LATEST_MILLIS), ...celsius(marks), marks }
}

function memoryTemperature(data: GpuData): GaugeModel {
  const most = capacityOf(data, 'temperature.threshold.memory_max')
  const marks: GaugeModel['marks'] = most === null ? [] : [{ at: most, label: 'slowdown', tone: 'warn' }]
  const label = shortLabel('temperature.memory')
  return { ...gauge(data, 'temperature.memory', LATEST_MILLIS), ...celsius(marks), label, marks }
}

function celsius(marks: GaugeModel['marks']) {
  const max = Math.max(HOTTEST, ...marks.map(({ at }) => at))
  return { max, limited: false, tone: 'plain' } as const
}

function clock(data: GpuData, metric: MetricKey, limit: MetricKey): GaugeModel {
  const rest = { max: capacityOf(data, limit), limited: true } as const
  return { ...gauge(data, metric, NOW_MILLIS), ...rest, tone: 'plain' }
}

function traffic(data: GpuData, metric: MetricKey, limit: MetricKey, tone: Tone): GaugeModel {
  const rest = { max: capacityOf(data, limit), limited: true, tone }
  return { ...gauge(data, metric, NOW_MILLIS), ...rest }
}
