import type { AbsenceReason, Core, Host, MetricKey } from '@/api/types'
import type { Subject } from '@/api/words'
import { GIB } from '@/format/units'
import { hostOf, subjectOf } from '@/live/host'
import { allCells, cellOf, readoutRows, type Cell, type Measured } from '@/live/readout'
import { read, type Moment } from '@/live/readings'

export const MEGA = 1e6
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

type Column = Measured & { group: 'cpu' | 'memory' | 'load'; token?: string }

const share = { unit: '%', divisor: 1, decimals: 0, all: 'mean' } as const
const size = { unit: 'GiB', divisor: GIB, decimals: 1, all: 'sum' } as const
const count = { unit: '', divisor: 1, decimals: 1, all: 'sum' } as const
const rate = { unit: 'MB/s', divisor: MEGA, decimals: 1, all: 'sum' } as const

/** What the readout tells of the machine; the first of each group is its headline. */
export const HOST_MEASURES: readonly Column[] = [
  { ...share, group: 'cpu', metric: 'host.cpu.utilization', label: 'machine.cpu' },
  { ...share, group: 'cpu', metric: 'host.cpu.user', label: 'machine.user', token: '--host' },
  { ...share, group: 'cpu', metric: 'host.cpu.system', label: 'machine.system', token: '--text-2' },
  { ...share, group: 'cpu', metric: 'host.cpu.steal', label: 'machine.steal', token: '--text-3' },
  { ...share, group: 'cpu', metric: 'host.cpu.iowait', label: 'machine.iowait', token: '--line-strong' },
  { ...size, group: 'memory', metric: 'host.memory.used', label: 'machine.memory', token: '--mem' },
  { ...size, group: 'memory', metric: 'host.memory.cached', label: 'machine.caches', token: '--mem-2' },
  { ...size, group: 'memory', metric: 'host.memory.buffers', label: 'machine.buffers' },
  { ...size, group: 'memory', metric: 'host.swap.used', label: 'machine.swap', token: '--text-2' },
  { ...count, group: 'load', metric: 'host.load.1m', label: 'machine.load1', token: '--host' },
  { ...count, group: 'load', metric: 'host.load.5m', label: 'machine.minutes5', token: '--text-2' },
  { ...count, group: 'load', metric: 'host.load.15m', label: 'machine.minutes15', token: '--text-3' },
]
export const DISK_MEASURES: readonly Measured[] = [
  { ...rate, metric: 'disk.read', label: 'machine.read' },
  { ...rate, metric: 'disk.write', label: 'machine.written' },
  { ...share, metric: 'disk.utilization', label: 'machine.busy' },
]
export const NETWORK_MEASURES: readonly Measured[] = [
  { ...rate, metric: 'network.receive', label: 'machine.received' },
  { ...rate, metric: 'network.transmit', label: 'machine.sent' },
]
const GPU_MEASURE: Measured = { ...share, metric: 'utilization.gpu', label: 'machine.gpus' }

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

/** Whether there is, was or could soon be something to draw. */
export function isTold(moment: Moment, subject: Subject, metric: MetricKey): boolean {
  const { summary, quality } = read(moment, subject, metric)
  return summary !== null || quality === 'ok' || quality === 'waiting'
}

const REASONS: readonly AbsenceReason[] = ['NOT_SUPPORTED', 'NO_PERMISSION', 'NO_DATA', 'HIDDEN', 'ERROR']

/** Why the machine does not tell something, as the texts name it. */
export function reasonOf(subject: Subject, metric: MetricKey): AbsenceReason {
  const reason = subject.absent[metric] ?? 'NO_DATA'
  return REASONS.includes(reason) ? reason : 'ERROR'
}

export function fullCores(cores: readonly Core[]): number {
  return cores.filter(({ values }) => (values['core.utilization'] ?? 0) >= FULL_PERCENT).length
}
