import { isRead } from '@/api/states'
import type { AbsenceReason, Gpu, GpuProcess } from '@/api/types'
import type { GpuGlyph } from '@/api/states'
import { ROOMY, wholeSeconds } from '@/format/number'
import { GIB, GIGA } from '@/format/display'
import { metricAttributes, type MetricAttributes } from '@/store/metric-attributes'
import type { GpuInState } from '@/store/faults'
import { pastReading } from '@/store/past'
import type { ClockStatus } from '@/store/clocks'
import { noProcessText, type Alert } from '@/store/alerts'
import { structuralShare } from '@/store/structural-share'
import type { Reading } from '@/store/readings'
import { RUNNING } from '@/store/users'
import type { Meter, Row, Traffic } from './rows'
import { percentOf } from './totals'

/** The processes of a GPU and its idle time. */
export interface ProcessUsage {
  processes: readonly GpuProcess[]
  omitted: number
  /** Number of processes; null if it is not reported, for this reason. */
  running: number | null
  reason: AbsenceReason | undefined
  about: MetricAttributes
  /** Words for a number of 0. */
  none: string
  idleMillis: number | null
}

/** A meter with its share of the limit in whole percent, or null. */
export interface DisplayMeter extends Meter {
  percent: number | null
}

/** The values that the table displays for a GPU, rounded as it displays them. */
export interface DisplayRow {
  key: string
  index: number
  name: string | null
  busId: string | null
  uuid: string | null
  /** Its state, for which the server may have words. */
  gpu: GpuInState
  /** The GPU itself if it is neither OK nor slow. */
  unavailable: Gpu | null
  /** Number of MIG instances that it is split into. */
  instances: number
  health: GpuGlyph
  alerts: Alert['kind'][]
  stale: boolean
  utilization: Reading
  memory: DisplayMeter
  temperature: Reading
  memoryTemperature: Reading
  power: DisplayMeter
  clock: Reading
  clocks: ClockStatus | null
  pcie: Traffic
  /** The sum of both directions. */
  nvlink: Reading
  usage: ProcessUsage
  lastProcess: GpuProcess | null
  /** Time of the last sample of a GPU that cannot be read, or null. */
  sampled: number | null
}

const SECOND = 1000

/** Rounds the values of the rows; unchanged parts stay the same objects, so that they are not rendered again. */
export function displayRows(rows: readonly Row[], before: readonly DisplayRow[] = []): DisplayRow[] {
  const previous = new Map(before.map((row) => [row.key, row]))
  return rows.map((row) => structuralShare(previous.get(row.key), displayRow(row)))
}

function displayRow(current: Row): DisplayRow {
  const row = current.sampled === null ? current : pastRow(current)
  const { gpu } = row
  return {
    key: row.key,
    index: gpu.index,
    name: gpu.name,
    busId: gpu.pciBusId,
    uuid: gpu.uuid,
    gpu: { index: gpu.index, uuid: gpu.uuid, state: gpu.state, stateSince: gpu.stateSince },
    unavailable: isRead(gpu.state) ? null : gpu,
    instances: gpu.mig.length,
    health: row.health,
    alerts: row.alerts.map(({ kind }) => kind),
    stale: row.stale,
    utilization: rounded(row.utilization),
    memory: displayMeter(row.memory, GIB / 10),
    temperature: rounded(row.temperature),
    memoryTemperature: rounded(row.memoryTemperature),
    power: displayMeter(row.power, 1),
    clock: rounded(row.clock),
    clocks: row.clocks?.share == null ? row.clocks : { ...row.clocks, share: Math.round(row.clocks.share) },
    pcie: { rx: gigabytes(row.pcie.rx), tx: gigabytes(row.pcie.tx) },
    nvlink: gigabytes(bothWays(row.nvlink)),
    usage: processUsage(row),
    lastProcess: row.lastProcess,
    sampled: row.sampled,
  }
}

/** The last values of a GPU that cannot be read; the row shows their age once. */
function pastRow(row: Row): Row {
  const meter = (each: Meter) => ({ ...each, reading: pastReading(each.reading) })
  const traffic = ({ rx, tx }: Traffic) => ({ rx: pastReading(rx), tx: pastReading(tx) })
  return {
    ...row,
    stale: true,
    utilization: pastReading(row.utilization),
    memory: meter(row.memory),
    temperature: pastReading(row.temperature),
    memoryTemperature: pastReading(row.memoryTemperature),
    power: meter(row.power),
    clock: pastReading(row.clock),
    clocks: null,
    pcie: traffic(row.pcie),
    nvlink: traffic(row.nvlink),
  }
}

export function rounded(reading: Reading, step = 1): Reading {
  const { summary, ageMillis } = reading
  const round = (value: number) => Math.round(value / step) * step
  return {
    ...reading,
    summary: summary === null ? null : { mean: round(summary.mean), lo: round(summary.lo), hi: round(summary.hi) },
    ageMillis: wholeSeconds(ageMillis),
  }
}

function displayMeter(meter: Meter, step: number): DisplayMeter {
  const percent = percentOf(meter.reading, meter.limit)
  return {
    ...meter,
    reading: rounded(meter.reading, step),
    percent: percent === null ? null : Math.round(percent),
  }
}

function gigabytes(reading: Reading): Reading {
  const tenths = rounded(reading, GIGA / 10)
  return (tenths.summary?.mean ?? 0) >= ROOMY * GIGA ? rounded(reading, GIGA) : tenths
}

/** The sum of both directions, with the worse quality. */
function bothWays({ rx, tx }: Traffic): Reading {
  const mean = rx.summary !== null && tx.summary !== null ? rx.summary.mean + tx.summary.mean : null
  return { ...(rx.quality === 'ok' ? tx : rx), summary: mean === null ? null : { mean, lo: mean, hi: mean } }
}

function processUsage({ gpu, idleMillis }: Row): ProcessUsage {
  return {
    processes: gpu.processes.map(displayProcess),
    omitted: gpu.processesOmitted,
    running: gpu.values[RUNNING] ?? null,
    reason: gpu.absent[RUNNING],
    about: metricAttributes(RUNNING, gpu),
    none: noProcessText(gpu),
    idleMillis: idleMillis === null ? null : Math.floor(idleMillis / SECOND) * SECOND,
  }
}

/** The displayed values of a process: without its load, which always changes, and with its memory in GiB. */
export function displayProcess(process: GpuProcess): GpuProcess {
  const memory = process.values['process.memory.used']
  const hidden = process.absent['user']
  return {
    ...process,
    values: memory === undefined ? {} : { 'process.memory.used': Math.floor(memory / HALF) * HALF },
    absent: hidden === undefined ? {} : { user: hidden },
  }
}
/** Cut off to half a GiB, memory rounds to the same whole GiB. */
const HALF = GIB / 2
