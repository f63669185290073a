import type { In } from '@/i18n/keys'
import { hasText, type Translate } from '@/i18n/words'
import type { Core, Host, MetricKey } from '@/api/types'
import type { Subject } from '@/api/names'
import { MEGA } from '@/format/display'
import { metricLabel } from '@/format/label'
import { roomyDecimals } from '@/format/number'
import { hostOf, subjectOf } from '@/store/host'
import { allCells, cellOf, measured, readoutRows, type Cell, type ReadoutSpec } from '@/store/readout'
import { metricAttributes } from '@/store/metric-attributes'
import { read, type Moment } from '@/store/readings'
import type { SubjectRow } from '@/time-page/SubjectReadout.vue'

/** A thread above this is saturated. */
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

/** Loads have small differences, and disks and networks less traffic than links of GPUs. */
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

/** The rows of the readout; the first of each group is its heading. */
export const HOST_MEASURES: readonly Column[] = [
  cpu('host.cpu.utilization'),
  cpu('host.cpu.user', '--host'),
  cpu('host.cpu.system', '--text-2'),
  cpu('host.cpu.steal', '--text-3'),
  cpu('host.cpu.iowait', '--text'),
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

interface HostRow {
  column: Column
  cell: Cell
  isHeading: boolean
}

/** Returns the values of the machine, now or under the crosshair, without the parts that it does not report. */
export function hostRows(moment: Moment, at: number | null, stepMillis: number): HostRow[] {
  const host = hostOf(moment)
  return HOST_MEASURES.map((column, i) => ({
    column,
    cell: cellOf(moment, host, column, at, stepMillis),
    isHeading: HOST_MEASURES[i - 1]?.group !== column.group,
  })).filter(({ cell, isHeading }) => isHeading || cell.quality !== 'notSupported')
}

/** Returns the rows of the readout, the GPUs below the CPU. */
export function subjectRows(moment: Moment, at: number | null, stepMillis: number, t: Translate): SubjectRow[] {
  const rows = hostRows(moment, at, stepMillis)
  const gpus = gpuCell(moment, at, stepMillis)
  const ofGroup = (group: Column['group']) =>
    rows
      .filter(({ column }) => column.group === group)
      .map(({ column, cell, isHeading }) => ({ ...rowOf(column, cell, column.token), isHeading }))
  return [
    ...ofGroup('cpu'),
    ...(gpus === null ? [] : [{ ...rowOf(GPU_MEASURE, gpus, '--util'), label: t('machine.gpus'), isHeading: true }]),
    ...ofGroup('memory'),
    ...ofGroup('load'),
  ]
}

function rowOf({ metric, unit, decimals }: ReadoutSpec, { value, quality, reason, ageMillis }: Cell, token = '') {
  return {
    key: metric,
    label: metricLabel(metric),
    token,
    value: {
      unit,
      value,
      decimals: roomyDecimals(value, decimals),
      quality,
      reason,
      ageMillis,
      about: metricAttributes(metric),
    },
  }
}

/** Returns the mean utilization of the readable GPUs; null without any GPU. */
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

/** Returns the utilization of CPU and GPUs if the CPU is busy and the GPUs are not; null if either is not measured. */
export function starvedNow(moment: Moment): Starved | null {
  const fresh = (cell: Cell | null | undefined) => (cell?.quality === 'ok' ? cell.value : null)
  const cpu = fresh(hostRows(moment, null, 0)[0]?.cell)
  const gpu = fresh(gpuCell(moment, null, 0))
  return cpu === null || gpu === null || cpu < BUSY_PERCENT || gpu === 0 || gpu > SLACK_PERCENT ? null : { cpu, gpu }
}

/** Whether there are samples of the metric, or may be some soon. */
export function isReported(moment: Moment, subject: Subject, metric: MetricKey): boolean {
  const { summary, quality } = read(moment, subject, metric)
  return summary !== null || quality === 'ok' || quality === 'waiting'
}

/** Returns the reason of an absent metric, as a name of the texts. */
export function reasonOf(subject: Subject, metric: MetricKey): In<'machine.reason'> {
  const reason = subject.absent[metric] ?? 'NO_DATA'
  return hasText('machine.reason', reason) ? reason : 'ERROR'
}

export function fullCores(cores: readonly Core[]): number {
  return cores.filter(({ values }) => (values['core.utilization'] ?? 0) >= FULL_PERCENT).length
}
