import type { AbsenceReason, Gpu, GpuProcess } from '@/api/types'
import { gpuKey, type Health } from '@/api/words'
import { about, type About } from '@/live/about'
import { clockPace, type ClockPace } from '@/live/clocks'
import { concernsOf, healthNow, idleFor, type Concern } from '@/live/concerns'
import { GIB } from '@/format/units'
import { kept } from '@/live/kept'
import { isStale, LATEST_MILLIS, read, type Moment, type Reading } from '@/live/readings'
import { RUNNING } from '@/live/users'

/** A reading that fills something up. */
export interface Meter {
  reading: Reading
  /** What a full bar means; null while nobody has told it. */
  limit: number | null
  /** What the limit is about. */
  of: About
}

/** Both directions of a link, in bytes per second. */
export interface Traffic {
  rx: Reading
  tx: Reading
}

/** Who is on a GPU, and for how long nothing has come of it. */
export interface Usage {
  processes: readonly GpuProcess[]
  omitted: number
  /** How many run, and why that is not told. */
  running: number | null
  reason: AbsenceReason | undefined
  about: About
  idleMillis: number | null
}

/** All that the table says of one GPU. */
export interface Row {
  key: string
  gpu: Gpu
  health: Health
  concerns: Concern[]
  /** The whole GPU, and not only one of its values, is older than it should be. */
  stale: boolean
  utilization: Reading
  memory: Meter
  temperature: Reading
  memoryTemperature: Reading
  power: Meter
  clock: Reading
  pace: ClockPace | null
  pcie: Traffic
  nvlink: Traffic
  usage: Usage
  /** Of a GPU that cannot be read: the process that was seen on it last. */
  lastProcess: GpuProcess | null
}

/** A row for each GPU; whatever says the same as the rows before stays the same object. */
export function overviewRows(moment: Moment, before: readonly Row[] = []): Row[] {
  const known = new Map(before.map((row) => [row.key, row]))
  return moment.snapshot.gpus.map((gpu) => {
    const told = overviewRow(moment, gpu)
    // The snapshot itself says much more of a GPU than is shown, and is not worth comparing.
    return { ...kept<Told>(known.get(told.key), told), gpu }
  })
}

type Told = Omit<Row, 'gpu'>

function overviewRow(moment: Moment, gpu: Gpu): Told {
  const mean = (metric: string) => read(moment, gpu, metric)
  const latest = (metric: string) => read(moment, gpu, metric, LATEST_MILLIS)
  const limits = moment.limits.get(gpuKey(gpu))
  const concerns = concernsOf(moment, gpu)
  const limit = (metric: string) => limits?.[metric] ?? null
  const powerLimit = limit('enforced.power.limit') === null ? 'power.default_limit' : 'enforced.power.limit'
  return {
    key: gpuKey(gpu),
    health: healthNow(moment, gpu, concerns),
    concerns,
    stale: isStale(moment, gpu),
    utilization: mean('utilization.gpu'),
    memory: { reading: latest('memory.used'), limit: limit('memory.total'), of: about('memory.total', gpu) },
    temperature: latest('temperature.gpu'),
    memoryTemperature: latest('temperature.memory'),
    power: { reading: mean('power.draw'), limit: limit(powerLimit), of: about(powerLimit, gpu) },
    clock: latest('clocks.current.sm'),
    pace: roundedPace(clockPace(moment, gpu)),
    pcie: { rx: mean('pcie.rx'), tx: mean('pcie.tx') },
    nvlink: { rx: mean('nvlink.rx'), tx: mean('nvlink.tx') },
    usage: usageOf(moment, gpu),
    lastProcess: gpu.state === 'OK' ? null : (moment.lastProcesses.get(gpuKey(gpu))?.[0] ?? null),
  }
}

function usageOf({ snapshot }: Moment, gpu: Gpu): Usage {
  const idleMillis = idleFor(snapshot.takenAt, gpu)
  return {
    processes: gpu.processes.map(printed),
    omitted: gpu.processesOmitted,
    running: gpu.values[RUNNING] ?? null,
    reason: gpu.absent[RUNNING],
    about: about(RUNNING, gpu),
    idleMillis: idleMillis === null ? null : Math.floor(idleMillis / SECOND) * SECOND,
  }
}
const SECOND = 1000

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

/** A share is printed in whole percent. */
function roundedPace(told: ClockPace | null): ClockPace | null {
  return told === null || told.share === null ? told : { ...told, share: Math.round(told.share) }
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
