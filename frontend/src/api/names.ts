import type { Gpu } from './types'

/** What has values of its own: a GPU, the machine, or a part of it. */
export type Subject = Pick<Gpu, 'uuid' | 'index' | 'values' | 'absent' | 'sampledAt'>

/** A GPU keeps its history by UUID; one that has none yet is known by its place. */
export function gpuKey(gpu: Pick<Gpu, 'uuid' | 'index'>): string {
  return gpu.uuid ?? `#${gpu.index}`
}

/** Under what name the machine has its history; no GPU is called that. */
export const HOST_KEY = 'host'

/** The vendor is on the box: without it the product fits its column. */
export function productName(name: string): string {
  return name.replace(/^(NVIDIA|Tesla) /, '').replace(/^GeForce /, '')
}

/** Drivers tell the whole path of a program; its name is the end of it. */
export function programName(path: string): string {
  return path.replace(/^(?:\/|[A-Z]:\\)(?:.*[/\\])?(?=[^/\\])/, '')
}

/** Domain 0 is the rule, so only another one is worth its eight digits. */
export function shortBusId(busId: string): string {
  return busId.replace(/^0+:/, '').toLowerCase()
}
