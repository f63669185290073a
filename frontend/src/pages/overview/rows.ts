import type { Gpu, GpuProcess, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import type { Health } from '@/api/states'
import { metricAttributes, type MetricAttributes } from '@/store/metric-attributes'
import { clockStatus, type ClockStatus } from '@/store/clocks'
import { alertsOf, healthNow, idleFor, type Alert } from '@/store/alerts'
import { lastSampled } from '@/store/past'
import { isStale, LATEST_MILLIS, read, type Moment, type Reading } from '@/store/readings'

/** A reading that fills something up. */
export interface Meter {
  reading: Reading
  /** What a full bar means; null while nobody has told it. */
  limit: number | null
  /** What the limit is about. */
  of: MetricAttributes
}

/** Both directions of a link, in bytes per second. */
export interface Traffic {
  rx: Reading
  tx: Reading
}

/** What is known of one GPU here and now. */
export interface Row {
  key: string
  gpu: Gpu
  health: Health
  alerts: Alert[]
  /** The whole GPU, and not only one of its values, is older than it should be. */
  stale: boolean
  utilization: Reading
  memory: Meter
  temperature: Reading
  memoryTemperature: Reading
  power: Meter
  clock: Reading
  clocks: ClockStatus | null
  pcie: Traffic
  nvlink: Traffic
  idleMillis: number | null
  /** Of a GPU that cannot be read: the process that was seen on it last. */
  lastProcess: GpuProcess | null
  /** Of such a GPU: when its last values were sampled; null where none is remembered. */
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
    memory: { reading: latest('memory.used'), limit: limit('memory.total'), of: metricAttributes('memory.total', gpu) },
    temperature: latest('temperature.gpu'),
    memoryTemperature: latest('temperature.memory'),
    power: { reading: mean('power.draw'), limit: limit(powerLimit), of: metricAttributes(powerLimit, gpu) },
    clock: latest('clocks.current.sm'),
    clocks: clockStatus(moment, gpu),
    pcie: { rx: mean('pcie.rx'), tx: mean('pcie.tx') },
    nvlink: { rx: mean('nvlink.rx'), tx: mean('nvlink.tx') },
    idleMillis: idleFor(moment.snapshot.takenAt, gpu),
    lastProcess:
      gpu.state === 'OK' || gpu.state === 'SLEEPING' ? null : (moment.lastProcesses.get(gpuKey(gpu))?.[0] ?? null),
    sampled: lastSampled(moment, gpu),
  }
}

/** A column that no GPU of the machine supports is left out; it must not look like something to wait for. */
export interface Columns {
  temperature: boolean
  power: boolean
  clock: boolean
  link: boolean
}

export function columnsOf(rows: readonly Row[]): Columns {
  const read = rows.filter((row) => row.gpu.state === 'OK')
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
