import type { Gpu, GpuProcess } from '@/api/types'
import { gpuKey } from '@/api/names'

/** Processes by the memory that they hold, the largest first; those that do not report it last. */
export function byMemory(processes: readonly GpuProcess[]): GpuProcess[] {
  const held = (process: GpuProcess) => process.values['process.memory.used'] ?? -1
  return [...processes].sort((a, b) => held(b) - held(a) || a.pid - b.pid)
}

/** Indexes of the other GPUs that the job of a process uses. */
export function jobOf(gpus: readonly Gpu[], own: Gpu, { pid, group }: GpuProcess): number[] {
  const isOfJob = (other: GpuProcess) => other.pid === pid || (group !== null && other.group === group)
  return gpus.filter((gpu) => gpuKey(gpu) !== gpuKey(own) && gpu.processes.some(isOfJob)).map(({ index }) => index)
}
