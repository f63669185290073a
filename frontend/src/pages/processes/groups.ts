import { gpuKey } from '@/api/names'
import { jobOfProcess } from '@/navigation/pages'
import type { Order } from './order'
import type { ProcessRow } from './processes'

export const GROUPS = ['user', 'job', 'gpu', 'none'] as const
export type Group = (typeof GROUPS)[number]

/** Default: the largest first, or GPUs in their own order. */
export function defaultOrder(group: Group): Order {
  return group === 'gpu' ? 'gpu' : '-memory'
}

export interface ProcessGroup {
  key: string
  /** Name of the user or program or index of the GPU; null if unknown, and for a single group of all processes. */
  name: string | null
  /** The user of a job; null if unknown or of other groups. */
  user: string | null
  /** The scheduler's job, the container or the service of a job; null if there is none or of other groups. */
  workload: string | null
  /** The report of a job; null if there is none or of other groups. */
  report: string | null
  rows: ProcessRow[]
  /** Number of processes; one on several GPUs has several rows. */
  processes: number
  gpus: number[]
  /** The sum of the processes that were read, or null. */
  memory: number | null
  /** Whether the sum is of stale values, because none is current. */
  stale: boolean
  ageMillis: number
  unread: number
}

/** Groups sorted rows. Groups are in the order of their first rows, or of their sums if rows are sorted by memory. */
export function grouped(rows: readonly ProcessRow[], group: Group, order: Order): ProcessGroup[] {
  const found = new Map<string, ProcessRow[]>()
  for (const row of rows) {
    const key = keyOf(row, group)
    const members = found.get(key)
    if (members === undefined) found.set(key, [row])
    else members.push(row)
  }
  const groups = [...found].map(([key, members]) => groupOf(key, members, group))
  const way = order === '-memory' ? -1 : order === 'memory' ? 1 : 0
  return way === 0 ? groups : groups.sort((a, b) => compareMemory(a, b, way))
}

function keyOf({ gpu, user, process }: ProcessRow, group: Group): string {
  if (group === 'none') return ''
  if (group === 'gpu') return gpuKey(gpu)
  return group === 'user' ? `user ${user ?? ''}` : `job ${process.group ?? `of pid ${process.pid}`}`
}

function nameOf({ gpu, user, name }: ProcessRow, group: Group): string | null {
  if (group === 'none') return null
  if (group === 'gpu') return String(gpu.index)
  return group === 'user' ? user : name
}

/** Groups without a sum are last in both directions. */
function compareMemory(a: ProcessGroup, b: ProcessGroup, way: 1 | -1): number {
  if (a.memory === null || b.memory === null) return Number(a.memory === null) - Number(b.memory === null)
  return (a.memory - b.memory) * way
}

function groupOf(key: string, rows: ProcessRow[], group: Group): ProcessGroup {
  const first = rows[0]
  const known = rows.filter(({ memory }) => memory.value !== null)
  const fresh = known.filter(({ memory }) => memory.quality === 'ok')
  const used = fresh.length > 0 ? fresh : known
  const read = used.map(({ memory }) => memory.value ?? NaN)
  return {
    key,
    name: first === undefined ? null : nameOf(first, group),
    user: group === 'job' ? (first?.user ?? null) : null,
    workload: group === 'job' ? (first?.process.facts['workload'] ?? null) : null,
    report: group === 'job' && first !== undefined ? jobOfProcess(first.process) : null,
    rows,
    processes: new Set(rows.map(({ process }) => process.pid)).size,
    gpus: [...new Set(rows.map(({ gpu }) => gpu.index))],
    memory: read.length === 0 ? null : read.reduce((sum, each) => sum + each, 0),
    stale: fresh.length === 0 && known.length > 0,
    ageMillis: Math.min(...used.map(({ memory }) => memory.ageMillis), Infinity),
    unread: rows.length - read.length,
  }
}
