import type { In } from '@/i18n/keys'
import type { MetricKey } from '@/api/types'
import { displayOf, type Scale } from '@/format/display'
import { metricLabel, shortLabel } from '@/format/label'
import { slowdownCelsius } from '@/store/alerts'
import { LATEST_MILLIS, NOW_MILLIS, type Reading } from '@/store/readings'
import { gpuKey } from '@/api/names'
import { capacityOf, valueNow, type Knowledge } from './knowledge'

export type Tone = 'util' | 'mem' | 'plain' | 'rx' | 'tx'

/** One value against its limits, as a bar that begins at 0. */
export interface GaugeModel extends Scale {
  metric: MetricKey
  label: string
  reading: Reading
  /** Where the bar ends; null while nobody has told it. */
  max: number | null
  /** Whether the end is printed: a share needs none. */
  limited: boolean
  tone: Tone
  marks: { at: number; label: In<'gauge'>; tone: 'limit' | 'warn' | 'crit' }[]
}

const WHOLE = 100
const HOTTEST = 100

export function gauges(known: Knowledge): GaugeModel[] {
  return [
    share(known, 'utilization.gpu'),
    share(known, 'activity.sm'),
    share(known, 'activity.tensor'),
    share(known, 'utilization.memory'),
    share(known, 'utilization.encoder'),
    share(known, 'utilization.decoder'),
    bytes(known, 'memory.used', 'memory.total', 'mem'),
    bytes(known, 'bar1.used', 'bar1.total', 'plain'),
    power(known),
    temperature(known),
    memoryTemperature(known),
    { ...share(known, 'fan.speed'), tone: 'plain' },
    clock(known, 'clocks.current.sm', 'clocks.max.sm'),
    clock(known, 'clocks.current.memory', 'clocks.max.memory'),
    traffic(known, 'pcie.rx', 'pcie.bandwidth.max', 'rx'),
    traffic(known, 'pcie.tx', 'pcie.bandwidth.max', 'tx'),
    traffic(known, 'nvlink.rx', 'nvlink.bandwidth.max', 'rx'),
    traffic(known, 'nvlink.tx', 'nvlink.bandwidth.max', 'tx'),
  ]
}

function gauge(
  known: Knowledge,
  metric: MetricKey,
  spanMillis: number,
): Pick<GaugeModel, 'metric' | 'label' | 'reading' | 'marks'> & Scale {
  const reading = valueNow(known, metric, spanMillis)
  return { ...displayOf(metric), metric, label: metricLabel(metric), reading, marks: [] }
}

function share(known: Knowledge, metric: MetricKey): GaugeModel {
  const rest = { max: WHOLE, limited: false, tone: 'util' } as const
  return { ...gauge(known, metric, NOW_MILLIS), ...rest }
}

function bytes(known: Knowledge, metric: MetricKey, limit: MetricKey, tone: Tone): GaugeModel {
  const rest = { max: capacityOf(known, limit), limited: true, tone }
  return { ...gauge(known, metric, LATEST_MILLIS), ...rest }
}

/** The bar ends where the board's own limit is; one that was given less has its mark before the end. */
function power(known: Knowledge): GaugeModel {
  const enforced = capacityOf(known, 'enforced.power.limit')
  const own = capacityOf(known, 'power.default_limit')
  const max = enforced === null && own === null ? null : Math.max(enforced ?? 0, own ?? 0)
  const rest = { max, limited: true, tone: 'plain' } as const
  const marks = enforced === null ? [] : [{ at: enforced, label: 'limit' as const, tone: 'limit' as const }]
  return { ...gauge(known, 'power.draw', NOW_MILLIS), ...rest, marks }
}

function temperature(known: Knowledge): GaugeModel {
  const limits = known.moment.limits.get(gpuKey(known.gpu))
  const slowdown = slowdownCelsius(known.gpu, limits)
  const shutdown = capacityOf(known, 'temperature.threshold.shutdown')
  const marks: GaugeModel['marks'] = []
  if (slowdown !== null) marks.push({ at: slowdown, label: 'slowdown', tone: 'warn' })
  if (shutdown !== null) marks.push({ at: shutdown, label: 'shutdown', tone: 'crit' })
  return { ...gauge(known, 'temperature.gpu', LATEST_MILLIS), ...celsius(marks), marks }
}

function memoryTemperature(known: Knowledge): GaugeModel {
  const most = capacityOf(known, 'temperature.threshold.memory_max')
  const marks: GaugeModel['marks'] = most === null ? [] : [{ at: most, label: 'slowdown', tone: 'warn' }]
  const label = shortLabel('temperature.memory')
  return { ...gauge(known, 'temperature.memory', LATEST_MILLIS), ...celsius(marks), label, marks }
}

function celsius(marks: GaugeModel['marks']) {
  const max = Math.max(HOTTEST, ...marks.map(({ at }) => at))
  return { max, limited: false, tone: 'plain' } as const
}

function clock(known: Knowledge, metric: MetricKey, limit: MetricKey): GaugeModel {
  const rest = { max: capacityOf(known, limit), limited: true } as const
  return { ...gauge(known, metric, NOW_MILLIS), ...rest, tone: 'plain' }
}

function traffic(known: Knowledge, metric: MetricKey, limit: MetricKey, tone: Tone): GaugeModel {
  const rest = { max: capacityOf(known, limit), limited: true, tone }
  return { ...gauge(known, metric, NOW_MILLIS), ...rest }
}
