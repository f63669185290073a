import type { AbsenceReason, Gpu, GpuProcess, MetricKey } from '@/api/types'
import { gpuKey, instanceKey, shownName } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'
import { instanceId, instanceOfProcess } from '@/store/instances'
import { isFailed, processesOf } from '@/store/faults'
import { RUNNING } from '@/store/users'
import { isStale, sampleAge, type Moment } from '@/store/readings'
import type { Spread } from '@/timeseries/summary'
import { SM, type SmHistory } from '@/store/sm-history'

/** A number of a process with its quality. */
export interface Figure {
  value: number | null
  quality: Quality
  reason: AbsenceReason | undefined
  ageMillis: number
}

/** One process on one GPU; a process on two GPUs is two rows. */
export interface ProcessRow {
  key: string
  gpu: Gpu
  process: GpuProcess
  /** The MIG instance that it uses; null on a GPU that is not split, or if it uses several. */
  instance: { id: string; profile: string | null } | null
  user: string | null
  name: string | null
  command: string | null
  memory: Figure
  /** Total memory of the GPU or the instance; null if it is not reported. */
  memoryTotal: number | null
  /** The mean of the last 30 s. */
  sm: Figure
  smSpread: Spread | null
  cpu: Figure
  hostMemory: Figure
  /** In seconds. */
  elapsed: Figure
}

/** Current rows; those of a stale GPU are its last ones, marked as stale. */
export function processRows(moment: Moment, gpus: readonly Gpu[], history: SmHistory): ProcessRow[] {
  return gpus.flatMap((gpu) =>
    processesOf(gpu).map((process) => {
      const smSpread = history.spread(gpu, process, moment.snapshot)
      const row = processRow(moment, gpu, process, smSpread)
      // The driver reports nothing for an idle process, so no value is pending.
      return row.sm.quality === 'waiting' ? { ...row, sm: { ...row.sm, quality: 'gap', reason: undefined } } : row
    }),
  )
}

function processRow(moment: Moment, gpu: Gpu, process: GpuProcess, smSpread: Spread | null): ProcessRow {
  const instance = instanceOfProcess(gpu, process)
  const total =
    instance === undefined
      ? moment.limits.get(gpuKey(gpu))?.['memory.total']
      : moment.limits.get(instanceKey(instance))?.['mig.memory.total']
  return {
    key: `${gpuKey(gpu)} ${process.pid} ${process.type}`,
    gpu,
    process,
    instance: instance === undefined ? null : { id: instanceId(gpu, instance), profile: instance.profile },
    user: process.facts['user'] ?? null,
    name: shownName(process),
    command: process.facts['command'] ?? null,
    memory: figure(moment, gpu, process, 'process.memory.used'),
    memoryTotal: total ?? null,
    sm: figure(moment, gpu, process, SM, smSpread?.mean),
    smSpread,
    cpu: figure(moment, gpu, process, 'process.host.cpu'),
    hostMemory: figure(moment, gpu, process, 'process.host.memory'),
    elapsed: figure(moment, gpu, process, 'process.elapsed'),
  }
}

function figure(
  moment: Moment,
  gpu: Gpu,
  process: GpuProcess,
  metric: MetricKey,
  value = process.values[metric],
): Figure {
  const reason = process.absent[metric]
  if (value === undefined) return { value: null, quality: absentQuality(reason), reason, ageMillis: 0 }
  const quality = isStale(moment, gpu) || isFailed(gpu) ? 'stale' : 'ok'
  return { value, quality, reason: undefined, ageMillis: sampleAge(moment, gpu) }
}

/** The words of a filter; "gpu 3" is one, and "gpu 3:1" a MIG instance. */
export function filterWords(filter: string): string[] {
  return filter
    .toLowerCase()
    .replaceAll(/\bgpu\s+(?=\d+:)/g, '')
    .replaceAll(/\bgpu\s+(?=\d)/g, 'gpu')
    .split(/\s+/)
    .filter(Boolean)
}

/** Whether a word names a GPU: "gpu1" is that GPU, but not GPU 10. */
export function isOnGpu(word: string, index: number): boolean {
  const on = `gpu${index}`
  return /^gpu\d+$/.test(word) ? word === on : on.includes(word)
}

/** Rows with every word of the filter: in user, PID, program, executable, command, workload, type, MIG or "gpu 3". */
export function filtered(rows: readonly ProcessRow[], filter: string): ProcessRow[] {
  const words = filterWords(filter)
  return rows.filter((row) => {
    const { pid, type, name } = row.process
    const texts = [
      row.user,
      String(pid),
      row.name,
      name,
      row.command,
      row.process.facts['workload'],
      type,
      row.instance?.profile,
    ]
    const isOn = (word: string) => isOnGpu(word, row.gpu.index)
    // `0:1` is that GPU instance with its compute instances, but not `0:10`.
    const id = row.instance === null ? '' : `${row.instance.id}:`
    const isIn = (word: string) => id.startsWith(word.endsWith(':') ? word : `${word}:`)
    return words.every((word) => isOn(word) || isIn(word) || texts.some((each) => each?.toLowerCase().includes(word)))
  })
}

/** Processes without a row of their own. */
export interface Unlisted {
  /** Number of processes beyond the limit of the stream. */
  omitted: number
  omittedOn: number[]
  /** GPUs whose processes cannot be read at all. */
  unread: { index: number; reason: AbsenceReason | undefined }[]
}

export function unlisted(gpus: readonly Gpu[]): Unlisted {
  const crowded = gpus.filter((gpu) => gpu.processesOmitted > 0)
  return {
    omitted: crowded.reduce((sum, gpu) => sum + gpu.processesOmitted, 0),
    omittedOn: crowded.map((gpu) => gpu.index),
    unread: gpus
      .filter((gpu) => processesOf(gpu).length === 0 && gpu.values[RUNNING] === undefined)
      .map((gpu) => ({ index: gpu.index, reason: gpu.absent[RUNNING] })),
  }
}
