import type { AbsenceReason, Gpu, GpuProcess } from '@/api/types'
import type { Health } from '@/api/states'
import { ROOMY, wholeSeconds } from '@/format/number'
import { GIB, GIGA } from '@/format/display'
import { metricAttributes, type MetricAttributes } from '@/store/metric-attributes'
import { pastReading } from '@/store/past'
import type { ClockStatus } from '@/store/clocks'
import type { Alert } from '@/store/alerts'
import { structuralShare } from '@/store/structural-share'
import type { Reading } from '@/store/readings'
import { RUNNING } from '@/store/users'
import type { Meter, Row, Traffic } from './rows'
import { percentOf } from './totals'

/** Who is on a GPU, and for how long nothing has come of it. */
export interface Usage {
  processes: readonly GpuProcess[]
  omitted: number
  /** How many run, and why that is not told. */
  running: number | null
  reason: AbsenceReason | undefined
  about: MetricAttributes
  idleMillis: number | null
}

/** A meter, and how full it is in whole percent; null where that is not known. */
export interface PrintedMeter extends Meter {
  percent: number | null
}

/** All that the table prints of one GPU, no finer than it prints it. */
export interface PrintedRow {
  key: string
  index: number
  name: string | null
  busId: string | null
  uuid: string | null
  /** The GPU itself where there is more to say of it than numbers. */
  troubled: Gpu | null
  health: Health
  alerts: Alert['kind'][]
  stale: boolean
  utilization: Reading
  memory: PrintedMeter
  temperature: Reading
  memoryTemperature: Reading
  power: PrintedMeter
  clock: Reading
  clocks: ClockStatus | null
  pcie: Traffic
  /** Both directions in sum. */
  nvlink: Reading
  usage: Usage
  lastProcess: GpuProcess | null
  /** When the values of a GPU that cannot be read were sampled; null where it has none. */
  sampled: number | null
}

const SECOND = 1000

/** Rows as they are printed: whatever prints the same as before is the same object, and is not printed again. */
export function printedRows(rows: readonly Row[], before: readonly PrintedRow[] = []): PrintedRow[] {
  const known = new Map(before.map((row) => [row.key, row]))
  return rows.map((row) => structuralShare(known.get(row.key), printedRow(row)))
}

function printedRow(told: Row): PrintedRow {
  const row = told.sampled === null ? told : pastRow(told)
  const { gpu } = row
  return {
    key: row.key,
    index: gpu.index,
    name: gpu.name,
    busId: gpu.pciBusId,
    uuid: gpu.uuid,
    troubled: gpu.state === 'OK' ? null : gpu,
    health: row.health,
    alerts: row.alerts.map(({ kind }) => kind),
    stale: row.stale,
    utilization: rounded(row.utilization),
    memory: printedMeter(row.memory, GIB / 10),
    temperature: rounded(row.temperature),
    memoryTemperature: rounded(row.memoryTemperature),
    power: printedMeter(row.power, 1),
    clock: rounded(row.clock),
    clocks: row.clocks?.share == null ? row.clocks : { ...row.clocks, share: Math.round(row.clocks.share) },
    pcie: { rx: gigabytes(row.pcie.rx), tx: gigabytes(row.pcie.tx) },
    nvlink: gigabytes(bothWays(row.nvlink)),
    usage: usageOf(row),
    lastProcess: row.lastProcess,
    sampled: row.sampled,
  }
}

/** The last values of a GPU that cannot be read; how old they are is told of all of them together. */
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

function rounded(reading: Reading, step = 1): Reading {
  const { summary, ageMillis } = reading
  const round = (value: number) => Math.round(value / step) * step
  return {
    ...reading,
    summary: summary === null ? null : { mean: round(summary.mean), lo: round(summary.lo), hi: round(summary.hi) },
    ageMillis: wholeSeconds(ageMillis),
  }
}

function printedMeter(meter: Meter, step: number): PrintedMeter {
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

/** As good as the worse of both. */
function bothWays({ rx, tx }: Traffic): Reading {
  const mean = rx.summary !== null && tx.summary !== null ? rx.summary.mean + tx.summary.mean : null
  return { ...(rx.quality === 'ok' ? tx : rx), summary: mean === null ? null : { mean, lo: mean, hi: mean } }
}

function usageOf({ gpu, idleMillis }: Row): Usage {
  return {
    processes: gpu.processes.map(printed),
    omitted: gpu.processesOmitted,
    running: gpu.values[RUNNING] ?? null,
    reason: gpu.absent[RUNNING],
    about: metricAttributes(RUNNING, gpu),
    idleMillis: idleMillis === null ? null : Math.floor(idleMillis / SECOND) * SECOND,
  }
}

/** What is told of a process here: not its load, which always changes, and its memory in whole GiB. */
function printed(process: GpuProcess): GpuProcess {
  const memory = process.values['process.memory.used']
  const hidden = process.absent['user']
  return {
    ...process,
    values: memory === undefined ? {} : { 'process.memory.used': Math.floor(memory / HALF) * HALF },
    absent: hidden === undefined ? {} : { user: hidden },
  }
}
/** Rounded to whole GiB, what is cut off after a half prints the same. */
const HALF = GIB / 2
