import type { In } from '@/i18n/keys'
import { hasText } from '@/i18n/words'
import type { Core, Host, MetricKey } from '@/api/types'
import type { Subject } from '@/api/names'
import { MEGA } from '@/format/display'
import { hostOf, subjectOf } from '@/store/host'
import { allCells, cellOf, measured, readoutRows, type Cell, type ReadoutSpec } from '@/store/readout'
import { read, type Moment } from '@/store/readings'

/** A thread above this has nothing left to give. */
const FULL_PERCENT = 95

/** A disk or a network interface. */
export interface Part {
  name: string
  subject: Subject
}

export function disksOf(host: Host | null): Part[] {
  return (host?.disks ?? []).map((each) => ({ name: each.disk, subject: subjectOf(`disk ${each.disk}`, each) }))
}

export function networksOf(host: Host | null): Part[] {
  return (host?.networks ?? []).map((each) => {
    return { name: each.network, subject: subjectOf(`network ${each.network}`, each) }
  })
}

type Column = ReadoutSpec & { group: 'cpu' | 'memory' | 'load'; token?: string | undefined }

/** Loads differ behind the point, and single disks and interfaces carry less than links of GPUs. */
const TENTHS = { decimals: 1 }
const MEGABYTES = { unit: 'MB/s', divisor: MEGA }

function cpu(metric: MetricKey, token?: string): Column {
  return { ...measured(metric, 'mean'), group: 'cpu', token }
}

function memory(metric: MetricKey, token?: string): Column {
  return { ...measured(metric, 'sum'), group: 'memory', token }
}

function load(metric: MetricKey, token?: string): Column {
  return { ...measured(metric, 'sum', TENTHS), group: 'load', token }
}

/** What the readout tells of the machine; the first of each group is its headline. */
export const HOST_MEASURES: readonly Column[] = [
  cpu('host.cpu.utilization'),
  cpu('host.cpu.user', '--host'),
  cpu('host.cpu.system', '--text-2'),
  cpu('host.cpu.steal', '--text-3'),
  cpu('host.cpu.iowait', '--line-strong'),
  memory('host.memory.used', '--mem'),
  memory('host.memory.cached', '--mem-2'),
  memory('host.memory.buffers'),
  memory('host.swap.used', '--text-2'),
  load('host.load.1m', '--host'),
  load('host.load.5m', '--text-2'),
  load('host.load.15m', '--text-3'),
]
export const DISK_MEASURES: readonly ReadoutSpec[] = [
  measured('disk.read', 'sum', MEGABYTES),
  measured('disk.write', 'sum', MEGABYTES),
  measured('disk.utilization', 'mean'),
]
export const NETWORK_MEASURES: readonly ReadoutSpec[] = [
  measured('network.receive', 'sum', MEGABYTES),
  measured('network.transmit', 'sum', MEGABYTES),
]
const GPU_MEASURE: ReadoutSpec = measured('utilization.gpu', 'mean')

export interface HostRow {
  column: Column
  cell: Cell
  headline: boolean
}

/** What is known of the machine now or under the crosshair; parts that it does not tell are left out. */
export function hostRows(moment: Moment, at: number | null, stepMillis: number): HostRow[] {
  const host = hostOf(moment)
  return HOST_MEASURES.map((column, i) => ({
    column,
    cell: cellOf(moment, host, column, at, stepMillis),
    headline: HOST_MEASURES[i - 1]?.group !== column.group,
  })).filter(({ cell, headline }) => headline || cell.quality !== 'notSupported')
}

/** Mean utilization of the GPUs that can be read; null without any GPU. */
export function gpuCell(moment: Moment, at: number | null, stepMillis: number): Cell | null {
  if (moment.snapshot.gpus.length === 0) return null
  return allCells(readoutRows(moment, [GPU_MEASURE], at, stepMillis), [GPU_MEASURE])[0] ?? null
}

const BUSY_PERCENT = 90
const SLACK_PERCENT = 70

export interface Starved {
  cpu: number
  gpu: number
}

/** The CPU is busy and the GPUs are not; told only where both are measured and at work now. */
export function starvedNow(moment: Moment): Starved | null {
  const fresh = (cell: Cell | null | undefined) => (cell?.quality === 'ok' ? cell.value : null)
  const cpu = fresh(hostRows(moment, null, 0)[0]?.cell)
  const gpu = fresh(gpuCell(moment, null, 0))
  return cpu === null || gpu === null || cpu < BUSY_PERCENT || gpu === 0 || gpu > SLACK_PERCENT ? null : { cpu, gpu }
}

/** Whether there is, was or could soon be something to draw. */
export function isTold(moment: Moment, subject: Subject, metric: MetricKey): boolean {
  const { summary, quality } = read(moment, subject, metric)
  return summary !== null || quality === 'ok' || quality === 'waiting'
}

/** Why the machine does not tell something, as the texts name it. */
export function reasonOf(subject: Subject, metric: MetricKey): In<'machine.reason'> {
  const reason = subject.absent[metric] ?? 'NO_DATA'
  return hasText('machine.reason', reason) ? reason : 'ERROR'
}

export function fullCores(cores: readonly Core[]): number {
  return cores.filter(({ values }) => (values['core.utilization'] ?? 0) >= FULL_PERCENT).length
}
