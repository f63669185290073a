import { isRead } from '@/api/states'
import type { Gpu, GpuProcess, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import type { GpuGlyph } from '@/api/states'
import { metricAttributes, type MetricAttributes } from '@/store/metric-attributes'
import { clockStatus, type ClockStatus } from '@/store/clocks'
import { alertsOf, idleFor, type Alert } from '@/store/alerts'
import { isFailed, processesOf } from '@/store/faults'
import { healthNow } from '@/store/health'
import { sharesMemory } from '@/store/limits'
import { lastSampled } from '@/store/past'
import { isStale, LATEST_MILLIS, read, type Moment, type Reading } from '@/store/readings'

/** More GPUs than this get lower rows and no menu, so that 16 of them fit a screen. */
export const DENSE = 10

/** A reading and its limit. */
export interface Meter {
  reading: Reading
  /** Null until it is reported. */
  limit: number | null
  /** Metric of the limit. */
  limitMetric: MetricAttributes
}

/** Both directions of a link, in bytes per second. */
export interface Traffic {
  rx: Reading
  tx: Reading
}

/** Current values of a GPU. */
export interface Row {
  key: string
  gpu: Gpu
  health: GpuGlyph
  alerts: Alert[]
  /** Whether the sample of the whole GPU is out of date. */
  stale: boolean
  utilization: Reading
  memory: Meter
  /** Whether that memory is the system's, which all programs share. */
  sharesMemory: boolean
  temperature: Reading
  memoryTemperature: Reading
  power: Meter
  clock: Reading
  clocks: ClockStatus | null
  pcie: Traffic
  nvlink: Traffic
  idleMillis: number | null
  /** The last process of a GPU that cannot be read. */
  lastProcess: GpuProcess | null
  /** Time of the last sample of such a GPU; null if none is retained. */
  sampled: number | null
}

/** A row for each GPU. */
export function overviewRows(moment: Moment): Row[] {
  return moment.snapshot.gpus.map((gpu) => overviewRow(moment, gpu))
}

function overviewRow(moment: Moment, gpu: Gpu): Row {
  const mean = (metric: MetricKey) => read(moment, gpu, metric)
  const latest = (metric: MetricKey) => read(moment, gpu, metric, LATEST_MILLIS)
  const limits = moment.limits.get(gpuKey(gpu))
  const alerts = alertsOf(moment, gpu)
  const limit = (metric: MetricKey) => limits?.[metric] ?? null
  const powerLimit = limit('enforced.power.limit') === null ? 'power.default_limit' : 'enforced.power.limit'
  return {
    key: gpuKey(gpu),
    gpu,
    health: healthNow(moment, gpu, alerts),
    alerts,
    stale: isStale(moment, gpu),
    utilization: mean('utilization.gpu'),
    memory: {
      reading: latest('memory.used'),
      limit: limit('memory.total'),
      limitMetric: metricAttributes('memory.total', gpu),
    },
    sharesMemory: sharesMemory(moment.limits, gpu),
    temperature: latest('temperature.gpu'),
    memoryTemperature: latest('temperature.memory'),
    power: { reading: mean('power.draw'), limit: limit(powerLimit), limitMetric: metricAttributes(powerLimit, gpu) },
    clock: latest('clocks.current.sm'),
    clocks: clockStatus(moment, gpu),
    pcie: { rx: mean('pcie.rx'), tx: mean('pcie.tx') },
    nvlink: { rx: mean('nvlink.rx'), tx: mean('nvlink.tx') },
    idleMillis: idleFor(moment.snapshot.takenAt, gpu),
    lastProcess: isFailed(gpu) ? (processesOf(gpu)[0] ?? null) : null,
    sampled: lastSampled(moment, gpu),
  }
}

/** Which columns at least one GPU supports; the others are not shown. */
export interface Columns {
  temperature: boolean
  power: boolean
  clock: boolean
  link: boolean
}

export function columnsOf(rows: readonly Row[]): Columns {
  const read = rows.filter((row) => isRead(row.gpu.state))
  const any = (...readings: ((row: Row) => Reading)[]) =>
    read.length === 0 || read.some((row) => readings.some((reading) => reading(row).quality !== 'notSupported'))
  return {
    temperature: any((row) => row.temperature),
    power: any((row) => row.power.reading),
    clock: any((row) => row.clock),
    link: any(
      (row) => row.pcie.rx,
      (row) => row.nvlink.rx,
    ),
  }
}
