import { isRead } from '@/api/states'
import type { Gpu, GpuProcess } from '@/api/types'
import { RUNNING } from '@/store/users'

/** GPUs that work for the same job; all GPUs without a process are one, and all whose processes are unknown. */
export interface Job {
  key: string
  gpus: readonly [Gpu, ...Gpu[]]
  /** Its process with the most memory on its first GPU; null without any. */
  process: GpuProcess | null
}

/** The jobs of GPUs, by the process that holds the most memory of each; in the order of the GPUs. */
export function jobsOf(gpus: readonly Gpu[]): Job[] {
  const jobs: { process: GpuProcess | null; gpus: [Gpu, ...Gpu[]] }[] = []
  for (const gpu of gpus) {
    const process = mainProcess(gpu)
    const known = jobs.find(
      (job) =>
        isSame(job.process, process) &&
        (process !== null || isKnown(job.gpus[0]) === isKnown(gpu)) &&
        isReadable(job.gpus[0]) &&
        isReadable(gpu),
    )
    if (known === undefined) jobs.push({ process, gpus: [gpu] })
    else known.gpus.push(gpu)
  }
  return jobs.map(({ process, gpus }) => ({ key: gpus.map(({ index }) => index).join(), gpus, process }))
}

/** Whether no program works on its GPUs, as far as is known; a sleeping GPU has none. */
export function isEmpty({ process, gpus }: Job): boolean {
  return process === null && gpus.every(isKnown)
}

/** Whether the processes of a GPU are known. */
function isKnown({ state, values }: Gpu): boolean {
  return state === 'SLEEPING' || values[RUNNING] !== undefined
}

/** The processes of other GPUs are unknown. */
function isReadable({ state }: Gpu): boolean {
  return isRead(state) || state === 'SLEEPING'
}

function mainProcess({ processes }: Gpu): GpuProcess | null {
  const memory = ({ values }: GpuProcess) => values['process.memory.used'] ?? 0
  const computing = processes.filter(({ type }) => type !== 'GRAPHICS')
  return computing.reduce<GpuProcess | null>(
    (most, each) => (most === null || memory(each) > memory(most) ? each : most),
    null,
  )
}

function isSame(one: GpuProcess | null, other: GpuProcess | null): boolean {
  if (one === null || other === null) return one === other
  return one.pid === other.pid || (one.group !== null && one.group === other.group)
}
