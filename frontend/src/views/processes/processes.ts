import type { AbsenceReason, Gpu, GpuProcess, MetricKey } from '@/api/types'
import { gpuKey, programName } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'
import { RUNNING } from '@/live/users'
import { isStale, sampleAge, type Moment } from '@/live/readings'

export const COLUMNS = ['gpu', 'pid', 'user', 'name', 'type', 'memory', 'sm', 'since'] as const
export type Column = (typeof COLUMNS)[number]
/** A column, or with a minus the same the other way round. */
export type Order = Column | `-${Column}`
export const ORDERS: readonly Order[] = COLUMNS.flatMap((column): Order[] => [column, `-${column}`])
export const GROUPS = ['user', 'gpu', 'none'] as const
export type Group = (typeof GROUPS)[number]

/** A number of a process, with what is known of it. */
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
  user: string | null
  name: string | null
  command: string | null
  memory: Figure
  sm: Figure
  startedMillis: number | null
}

export interface ProcessGroup {
  key: string
  /** Whose or which GPU's processes they are; null for those of nobody known, and where all are one group. */
  name: string | null
  rows: ProcessRow[]
  gpus: number[]
  /** Over those that were read; null where none was. */
  memory: number | null
  /** None of them is fresh: the sum is that of their last values. */
  stale: boolean
  ageMillis: number
  unread: number
}

/** Rows as they are told now. Of a stale GPU the last ones are kept, and called stale. */
export function processRows(moment: Moment, gpus: readonly Gpu[]): ProcessRow[] {
  return gpus.flatMap((gpu) =>
    gpu.processes.map((process) => ({
      key: `${gpuKey(gpu)} ${process.pid} ${process.type}`,
      gpu,
      process,
      user: process.facts['user'] ?? null,
      name: process.name === null ? null : programName(process.name),
      command: process.facts['command'] ?? null,
      memory: figure(moment, gpu, process, 'process.memory.used'),
      sm: figure(moment, gpu, process, 'process.utilization.sm'),
      startedMillis: process.startedAt === null ? null : Date.parse(process.startedAt),
    })),
  )
}

function figure(moment: Moment, gpu: Gpu, process: GpuProcess, metric: MetricKey): Figure {
  const value = process.values[metric]
  const reason = process.absent[metric]
  if (value === undefined) return { value: null, quality: absentQuality(reason), reason, ageMillis: 0 }
  const quality = isStale(moment, gpu) ? 'stale' : 'ok'
  return { value, quality, reason: undefined, ageMillis: sampleAge(moment, gpu) }
}

/** Those in which every word of the filter is found: in user, pid, name, command, type or "gpu 3". */
export function filtered(rows: readonly ProcessRow[], filter: string): ProcessRow[] {
  const words = filter.toLowerCase().replaceAll(/\bgpu\s+(?=\d)/g, 'gpu').split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const { pid, type, name } = row.process
    const told = [row.user, String(pid), name, row.command, type.toLowerCase()]
    const on = `gpu${row.gpu.index}`
    const isOn = (word: string) => (/^gpu\d+$/.test(word) ? word === on : on.includes(word))
    return words.every((word) => isOn(word) || told.some((each) => each?.toLowerCase().includes(word)))
  })
}

/** What is not known comes last, whichever way the rows are sorted. */
export function sorted(rows: readonly ProcessRow[], order: Order): ProcessRow[] {
  const way = order.startsWith('-') ? -1 : 1
  const column = columnOf(order)
  return [...rows].sort((a, b) => {
    const [one, other] = [sortValue(a, column), sortValue(b, column)]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || tie(a, b)
    const difference =
      typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
    return difference * way || tie(a, b)
  })
}

export function columnOf(order: Order): Column {
  return order.replace('-', '') as Column
}

/** What a click on the head of a column sorts by: numbers begin with the greatest, words with A. */
export function clicked(order: Order, column: Column): Order {
  const first: Order = column === 'memory' || column === 'sm' || column === 'since' ? `-${column}` : column
  const second: Order = first === column ? `-${column}` : column
  return order === first ? second : first
}

export function grouped(rows: readonly ProcessRow[], group: Group): ProcessGroup[] {
  const found = new Map<string, ProcessRow[]>()
  for (const row of rows) {
    const key = group === 'none' ? '' : group === 'gpu' ? gpuKey(row.gpu) : `user ${row.user ?? ''}`
    const members = found.get(key)
    if (members === undefined) found.set(key, [row])
    else members.push(row)
  }
  const groups = [...found].map(([key, members]) => groupOf(key, members, group))
  if (group === 'gpu') return groups.sort((a, b) => (a.gpus[0] ?? 0) - (b.gpus[0] ?? 0))
  return groups.sort((a, b) => (b.memory ?? -1) - (a.memory ?? -1) || (a.name ?? '').localeCompare(b.name ?? ''))
}

/** What cannot be shown one by one, and of which GPUs. */
export interface Unlisted {
  /** Processes beyond those that the stream carries. */
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
      .filter((gpu) => gpu.processes.length === 0 && gpu.values[RUNNING] === undefined)
      .map((gpu) => ({ index: gpu.index, reason: gpu.absent[RUNNING] })),
  }
}

function groupOf(key: string, rows: ProcessRow[], group: Group): ProcessGroup {
  const first = rows[0]
  const known = rows.filter(({ memory }) => memory.value !== null)
  const fresh = known.filter(({ memory }) => memory.quality === 'ok')
  const used = fresh.length > 0 ? fresh : known
  const read = used.map(({ memory }) => memory.value ?? NaN)
  return {
    key,
    name: first === undefined || group === 'none' ? null : group === 'gpu' ? String(first.gpu.index) : first.user,
    rows,
    gpus: [...new Set(rows.map(({ gpu }) => gpu.index))],
    memory: read.length === 0 ? null : read.reduce((sum, each) => sum + each, 0),
    stale: fresh.length === 0 && known.length > 0,
    ageMillis: Math.min(...used.map(({ memory }) => memory.ageMillis), Infinity),
    unread: rows.length - read.length,
  }
}

function sortValue(row: ProcessRow, column: Column): number | string | null {
  switch (column) {
    case 'gpu':
      return row.gpu.index
    case 'pid':
      return row.process.pid
    case 'user':
      return row.user
    case 'name':
      return row.command ?? row.name
    case 'type':
      return row.process.type
    case 'memory':
      return row.memory.value
    case 'sm':
      return row.sm.value
    case 'since':
      return row.startedMillis
  }
}

function tie(a: ProcessRow, b: ProcessRow): number {
  return a.gpu.index - b.gpu.index || a.process.pid - b.process.pid
}
