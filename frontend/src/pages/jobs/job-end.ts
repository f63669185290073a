import type { Job } from '@/api/types'
import type { PlainKey } from '@/i18n/keys'

/** How its user ends a job; gpulse never does. */
export interface End {
  text: PlainKey
  command: string | null
}

const OF_SCHEDULERS = new Map([
  ['slurm', 'scancel'],
  ['pbs', 'qdel'],
  ['lsf', 'bkill'],
  ['htcondor', 'condor_rm'],
])
const PODMAN = 'libpod'
/** A longer command is of no use. */
const MOST_PIDS = 16
const SAFE = /^[\w.:@[\]-]+$/

/** The way for its kind; null where none is known. */
export function endOf({ workload, pids, processes }: Job): End | null {
  if (workload?.kind === 'KERNEL') return { text: 'jobs.endKernel', command: null }
  const kill = pids.length === 0 || pids.length < processes || pids.length > MOST_PIDS ? null : `kill ${pids.join(' ')}`
  const command = workload === null ? kill : commandOf(workload)
  return command === null ? null : { text: 'jobs.endCommand', command }
}

function commandOf({ kind, system, id }: NonNullable<Job['workload']>): string | null {
  if (!SAFE.test(id)) return null
  if (kind === 'JOB') {
    const command = OF_SCHEDULERS.get(system ?? '')
    return command === undefined ? null : `${command} ${id}`
  }
  if (kind === 'CONTAINER' && (system === 'docker' || system === PODMAN))
    return `${system === PODMAN ? 'podman' : system} stop ${id}`
  return kind === 'UNIT' ? `systemctl stop ${id}` : null
}
