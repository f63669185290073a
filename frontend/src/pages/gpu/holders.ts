import type { Gpu, GpuProcess } from '@/api/types'
import { gpuKey, shownName } from '@/api/names'
import type { Translate } from '@/i18n/words'
import { processesOf } from '@/store/faults'

/** Processes by the memory that they hold, the largest first; those that do not report it last. */
export function byMemory(processes: readonly GpuProcess[]): GpuProcess[] {
  const held = (process: GpuProcess) => process.values['process.memory.used'] ?? -1
  return [...processes].sort((a, b) => held(b) - held(a) || a.pid - b.pid)
}

/** Indexes of the other GPUs that the job of a process uses, or used until they failed. */
export function jobOf(gpus: readonly Gpu[], own: Gpu, { pid, group }: GpuProcess): number[] {
  const isOfJob = (other: GpuProcess) => other.pid === pid || (group !== null && other.group === group)
  return gpus.filter((gpu) => gpuKey(gpu) !== gpuKey(own) && processesOf(gpu).some(isOfJob)).map(({ index }) => index)
}

/** Names of the script or module, never of the interpreter. */
export function programOf(process: GpuProcess, t: Translate): string {
  return shownName(process) ?? t('processes.noName')
}

/** A process with its user, as the end of "Holds 74 GiB for". */
export function holderOf(process: GpuProcess, t: Translate): string {
  const words = { program: programOf(process, t), pid: process.pid }
  const { user } = process.facts
  return user === undefined ? t('story.holder', words) : t('story.holderOf', { ...words, user })
}
