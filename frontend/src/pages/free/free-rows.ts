import type { FreeGpus, Gpu, GpuAvailability, Obstacle, Reservation } from '@/api/types'
import { shownName } from '@/api/names'
import { instancesOf, isFree, type Instance } from '@/store/instances'
import { processesOf } from '@/store/faults'
import type { Moment } from '@/store/readings'

/** GPUs of one job, or one other GPU, and why they are free or not. */
export interface FreeRow {
  key: string
  category: GpuAvailability['category']
  gpus: number[]
  /** The obstacle that the row reports; null for a free GPU. */
  why: Obstacle | null
  state: Gpu['state']
  /** The least of the GPUs, in bytes; null when unknown. */
  freeMemory: number | null
  totalMemory: number | null
  /** Whether that memory is the system's, which all programs share. */
  sharedMemory: boolean
  /** Used memory of all of them, in bytes; null when unknown. */
  usedMemory: number | null
  /** Number of processes; null when unknown. */
  processes: number | null
  pids: number[]
  /** The greatest of the GPUs in the window, in percent. */
  maxUtilization: number | null
  windowSeconds: number | null
  isIdle: boolean
  /** The earliest, in milliseconds since 1970; null when unknown. */
  since: number | null
  users: string[]
  programs: string[]
  /** The jobs of a scheduler to which its GPUs are assigned. */
  reservations: Reservation[]
  /** For whom gpulse holds it, and for how many seconds. */
  hold: GpuAvailability['hold']
  /** The free instances of split GPUs, with as much memory as was requested. */
  instances: Instance[]
}

/** The order in which obstacles are reported. */
const MOST_TELLING: readonly Obstacle[] = [
  'STATE',
  'MIG',
  'MEMORY_TOTAL',
  'PROHIBITED',
  'UTILIZATION',
  'RETURNED',
  'RESERVED',
  'HELD',
  'UTILIZATION_UNKNOWN',
  'EXCLUSIVE',
  'MEMORY_USED',
  'PROCESSES',
  'MEMORY_FREE',
  'MEMORY_UNKNOWN',
]

/**
 * The rows in the order of the GPUs; GPUs of other models are left out, and those of one job are in one row.
 *
 * @param leastBytes memory that must be free; null for any
 */
export function freeRows(found: FreeGpus, moment: Moment, leastBytes: number | null): FreeRow[] {
  const rows = new Map<string, FreeRow>()
  for (const each of found.gpus) {
    if (each.obstacles.includes('MODEL')) continue
    const gpu = moment.snapshot.gpus.find(({ index }) => index === each.index)
    const job = each.category === 'FREE' ? null : jobOf(gpu)
    const row = rowOf(each, gpu, job)
    if (gpu?.state === 'OK')
      row.instances = instancesOf(moment, gpu).filter((_, i) => {
        const { gpuInstance, uuid = '', values = {} } = gpu.mig[i] ?? {}
        const places = [String(gpu.index), gpu.uuid, `${gpu.index}.${gpuInstance}`, uuid]
        const isTaken =
          each.heldInstances.includes(uuid) || each.reservations.some(({ place }) => places.includes(place))
        return isFree(values, leastBytes) && !isTaken
      })
    const same = rows.get(row.key)
    const whole = same === undefined ? row : merged(same, row)
    rows.set(row.key, { ...whole, category: hasFreeInstance(whole) ? 'FREE_BUT' : whole.category })
  }
  return [...rows.values()]
}

function hasFreeInstance({ why, instances }: FreeRow): boolean {
  return why === 'MIG' && instances.length > 0
}

/** The job that all processes of a GPU belong to; null for several jobs, or where it is unknown. */
function jobOf(gpu: Gpu | undefined): string | null {
  const [job = null, ...others] = new Set(gpu?.processes.map(({ group }) => group))
  return others.length === 0 ? job : null
}

function rowOf(found: GpuAvailability, gpu: Gpu | undefined, job: string | null): FreeRow {
  const processes = gpu === undefined ? [] : processesOf(gpu)
  const { index, category, obstacles, since, freeMemory, totalMemory, sharedMemory, reservations: jobs } = found
  const why = MOST_TELLING.find((each) => obstacles.includes(each)) ?? null
  return {
    key: job === null ? `gpu ${index}` : [category, why, job].join(' '),
    ...{ category, why, freeMemory, totalMemory, sharedMemory },
    gpus: [index],
    state: gpu?.state ?? 'OK',
    usedMemory: gpu?.values['memory.used'] ?? null,
    processes: found.processes,
    pids: processes.map(({ pid }) => pid),
    maxUtilization: found.maxUtilization,
    windowSeconds: found.windowSeconds,
    isIdle: gpu?.idleSince != null,
    since: since === null ? null : Date.parse(since),
    users: unique([
      ...processes.flatMap(({ facts }) => facts['user'] ?? []),
      ...jobs.flatMap(({ user }) => user ?? []),
      ...(found.hold ? [found.hold.holder] : []),
    ]),
    reservations: jobs,
    hold: found.hold,
    programs: unique(processes.flatMap((process) => shownName(process) ?? [])),
    instances: [],
  }
}

function merged(a: FreeRow, b: FreeRow): FreeRow {
  // A process can use several GPUs.
  const shared = b.pids.filter((pid) => a.pids.includes(pid)).length
  return {
    ...a,
    gpus: [...a.gpus, ...b.gpus],
    freeMemory: least(a.freeMemory, b.freeMemory),
    totalMemory: least(a.totalMemory, b.totalMemory),
    usedMemory: sum(a.usedMemory, b.usedMemory),
    processes: sum(sum(a.processes, b.processes), -shared),
    pids: [...a.pids, ...b.pids.filter((pid) => !a.pids.includes(pid))],
    maxUtilization: greatest(a.maxUtilization, b.maxUtilization),
    isIdle: a.isIdle && b.isIdle,
    since: least(a.since, b.since),
    users: unique([...a.users, ...b.users]),
    programs: unique([...a.programs, ...b.programs]),
    reservations: [...a.reservations, ...b.reservations],
    instances: [...a.instances, ...b.instances],
  }
}

function least(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.min(a, b)
}

function greatest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}

/** The held GPU that has been idle for longest, which is the first to contact the users of; null if none is held. */
export function nextFree(rows: readonly FreeRow[]): FreeRow | null {
  const held = rows.filter(
    ({ category, why, isIdle }) => category === 'FREE_BUT' && why !== 'MIG' && why !== 'HELD' && isIdle,
  )
  return held.reduce<FreeRow | null>(
    (best, row) => (best === null || (row.since ?? Infinity) < (best.since ?? Infinity) ? row : best),
    null,
  )
}
