import type { Gpu } from '@/api/types'
import { sharesMemory } from '@/store/limits'
import type { Moment } from '@/store/readings'

/** The parts of the system's memory, in bytes, which programs on a GPU and all others share. */
export interface SharedMemory {
  /** Programs on the GPU. */
  programs: number
  /** All other programs, and the kernel. */
  others: number
  /** File cache that the system gives up for a program; null when unknown. */
  cache: number | null
  /** The available memory without the file cache; null when that is unknown. */
  free: number | null
  /** Cache and free memory together. */
  available: number
}

/** Returns the parts for a GPU without memory of its own; null for another GPU, and while a part is unknown. */
export function sharedMemory(moment: Moment, gpu: Gpu, used: number | null, total: number | null): SharedMemory | null {
  const available = gpu.values['memory.free']
  if (!sharesMemory(moment.limits, gpu) || used === null || total === null || available === undefined) return null
  const host = moment.snapshot.host?.values
  const cached = host?.['host.memory.cached']
  const cache = cached === undefined ? null : Math.min(cached + (host?.['host.memory.buffers'] ?? 0), available)
  const taken = Math.max(0, total - available)
  return {
    programs: used,
    // The parts are not sampled at the same time.
    others: Math.max(0, taken - used),
    cache,
    free: cache === null ? null : available - cache,
    available,
  }
}
