import type { Glyph } from '@/api/states'
import type { Job, ReservedJob } from '@/api/types'
import { ordersOf, sortedBy, type Order as OrderOf, type SortValue } from '@/composables/sorting'
import type { Translate } from '@/i18n/words'
import { filterWords, isOnGpu } from '../processes/processes'
import { healthOf, jobName, noteOf, workloadName, type Note } from './job-names'

export const COLUMNS = [
  ...(['health', 'job', 'user', 'gpus', 'started'] as const),
  ...(['ran', 'hours', 'use', 'memory', 'energy'] as const),
] as const
export type Column = (typeof COLUMNS)[number]
export type Order = OrderOf<Column>
export const ORDERS = ordersOf(COLUMNS)
/** The worst first. */
export const WORST: Order = '-health'

/** Columns whose first order is descending. */
export const MEASURES: ReadonlySet<Column> = new Set<Column>([
  ...(['health', 'started', 'ran', 'hours', 'use', 'memory', 'energy'] as const),
])

export const STATES = ['all', 'running', 'finished'] as const
export type State = (typeof STATES)[number]

/** A job as the table has it. */
export interface JobRow {
  job: Job
  name: string
  workload: string | null
  health: Glyph
  note: Note | null
  gpus: number[]
  from: number
  /** Its end, now while it runs, else the time when it was last seen. */
  to: number
}

export function jobRow(job: Job, now: number, t: Translate): JobRow {
  const workload = workloadName(job, t)
  return {
    job,
    name: jobName(job, t),
    workload,
    health: healthOf(job),
    note: noteOf(job),
    gpus: job.gpus.map(({ index }) => index),
    from: Date.parse(job.startedAt),
    to: job.state === 'RUNNING' ? now : Date.parse(job.endedAt ?? job.lastSeenAt),
  }
}

/** Jobs that are not known to have ended are with those that run. */
export function isFinished({ job }: JobRow): boolean {
  return job.state === 'ENDED'
}

/** Rows with every word of the filter: in job, user, id, workload, PID or "gpu 3". */
export function filteredJobs(rows: readonly JobRow[], filter: string): JobRow[] {
  return rows.filter(({ job, name, workload, gpus }) =>
    hasWords(filter, [name, job.program, job.user, job.id, workload, ...job.pids.map(String)], gpus),
  )
}

/** A job of a scheduler that runs nothing on its GPUs. */
export interface ReservedRow {
  name: string
  user: string | null
  gpus: number[]
}

export function reservedRow({ id, system, user, gpus }: ReservedJob, t: Translate): ReservedRow {
  return { name: workloadName({ workload: { id, system, kind: 'JOB' } }, t) ?? id, user, gpus }
}

export function filteredReserved(rows: readonly ReservedRow[], filter: string): ReservedRow[] {
  return rows.filter(({ name, user, gpus }) => hasWords(filter, [name, user], gpus))
}

function hasWords(filter: string, texts: readonly (string | null)[], gpus: readonly number[]): boolean {
  const isIn = (word: string) => texts.some((each) => each?.toLowerCase().includes(word))
  return filterWords(filter).every((word) => isIn(word) || gpus.some((index) => isOnGpu(word, index)))
}

export function sortedJobs(rows: readonly JobRow[], order: Order): JobRow[] {
  return sortedBy(rows, order, sortValue, (a, b) => b.from - a.from || a.job.id.localeCompare(b.job.id))
}

const RANKS: Partial<Record<Glyph, number>> = { crit: 3, warn: 2, unknown: 1 }
/** More than any job holds idle. */
const RANK_HOURS = 1e6

function sortValue({ job, name, health, gpus, from, to }: JobRow, column: Column): SortValue {
  switch (column) {
    case 'health':
      return (RANKS[health] ?? 0) * RANK_HOURS + job.gpuHours.heldIdle
    case 'job':
      return name
    case 'user':
      return job.user
    case 'gpus':
      return gpus[0] ?? null
    case 'started':
      return from
    case 'ran':
      return to - from
    case 'hours':
      return job.gpuHours.total
    case 'use':
      return job.gpuHours.heldIdle
    case 'memory':
      return job.peakMemoryBytes
    case 'energy':
      return job.energyMostKilowattHours
  }
}
