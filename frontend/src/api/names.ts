import type { Gpu, GpuProcess, InstancePlace, MigInstance, UsageInterval } from './types'

/** Something with values of its own: a GPU, the machine or a part of it. */
export type Subject = Pick<Gpu, 'uuid' | 'index' | 'values' | 'absent' | 'sampledAt'>

/** The key of a GPU's samples: its UUID, or its index while it has none. */
export function gpuKey(gpu: Pick<Gpu, 'uuid' | 'index'>): string {
  return gpu.uuid ?? `#${gpu.index}`
}

/** The key of the samples of a MIG instance: the driver uses its UUID again for a later instance in the same place. */
export function instanceKey({ uuid, generation }: Pick<MigInstance, 'uuid' | 'generation'>): string {
  return `${uuid} ${generation}`
}

/** The key of the stored samples of all MIG instances that were in one place of a GPU, one after the other. */
export function placeKey(gpu: string, { gpuInstance, computeInstance }: InstancePlace): string {
  return `${gpu} ${gpuInstance}/${computeInstance}`
}

/** The key of the machine's samples; no GPU has this name. */
export const HOST_KEY = 'host'

/** The product without its vendor, so that it fits its column. */
export function productName(name: string): string {
  return name.replace(/^(NVIDIA|Tesla) /, '').replace(/^GeForce /, '')
}

/** The file name of a program; drivers report the whole path. */
export function programName(path: string): string {
  return path.replace(/^(?:\/|[A-Z]:\\)(?:.*[/\\])?(?=[^/\\])/, '')
}

/** The name that a process is shown by: its program, as `train.py`, else that of its executable; null if neither is known. */
export function shownName({ facts, name }: Pick<GpuProcess, 'facts' | 'name'>): string | null {
  return usedName({ program: facts['program'] ?? null, name })
}

/** The name that a process of the past is shown by; null if neither is known. */
export function usedName({ program, name }: Pick<UsageInterval, 'program' | 'name'>): string | null {
  return program ?? (name === null ? null : programName(name))
}

/** The bus id without domain 0, which nearly all have. */
export function shortBusId(busId: string): string {
  return busId.replace(/^0+:/, '').toLowerCase()
}
