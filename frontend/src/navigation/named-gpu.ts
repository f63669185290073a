import type { Gpu } from '@/api/types'

const LEAST_LETTERS = 8

/** Finds the GPU of an address by index, PCI bus id, UUID or the unique start of a UUID. */
export function namedGpu(gpus: readonly Gpu[], named: string): Gpu | null {
  const name = named.toLowerCase()
  const exact = gpus.find(
    (gpu) => String(gpu.index) === name || gpu.uuid?.toLowerCase() === name || gpu.pciBusId?.toLowerCase() === name,
  )
  if (exact !== undefined || name.length < LEAST_LETTERS) return exact ?? null
  const candidates = gpus.filter((gpu) => gpu.uuid?.toLowerCase().startsWith(name))
  return candidates.length === 1 ? (candidates[0] ?? null) : null
}
