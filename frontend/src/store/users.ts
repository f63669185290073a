import type { AbsenceReason, Gpu } from '@/api/types'
import { absentQuality, type Quality } from '@/api/states'

/** Users and their GPUs, by the processes of a snapshot; those with most GPUs first. */
export interface Users {
  users: { name: string; gpus: number[] }[]
  /** Number of processes without a reported owner, or that are not listed. */
  unknown: number
  quality: Quality
  reason: AbsenceReason | undefined
}

export function usersOf(gpus: readonly Gpu[]): Users {
  const found = new Map<string, Set<number>>()
  let unknown = 0
  for (const gpu of gpus) {
    unknown += gpu.processesOmitted
    for (const process of gpu.processes) {
      const name = process.facts['user']
      if (name === undefined) unknown++
      else found.set(name, (found.get(name) ?? new Set()).add(gpu.index))
    }
  }
  const users = [...found].map(([name, indexes]) => ({ name, gpus: [...indexes] }))
  users.sort((a, b) => b.gpus.length - a.gpus.length || a.name.localeCompare(b.name))
  return { users, unknown, ...knowledge(gpus, users.length > 0) }
}

/** An empty list is reliable only if the driver reports the number of processes. */
function knowledge(gpus: readonly Gpu[], found: boolean): Pick<Users, 'quality' | 'reason'> {
  if (found || gpus.some((gpu) => gpu.values[RUNNING] !== undefined)) {
    const hidden = !found && gpus.flatMap((gpu) => gpu.processes).map((process) => process.absent['user'])[0]
    return hidden ? { quality: absentQuality(hidden), reason: hidden } : { quality: 'ok', reason: undefined }
  }
  const reason = gpus.map((gpu) => gpu.absent[RUNNING]).find((each) => each !== undefined)
  return { quality: absentQuality(reason), reason }
}

export const RUNNING = 'processes.running'
