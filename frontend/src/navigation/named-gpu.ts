import type { Gpu } from '@/api/types'

const LEAST_LETTERS = 8

/** The GPU that an address means: by its index, its UUID or enough of its beginning, or its PCI bus id. */
export function namedGpu(gpus: readonly Gpu[], named: string): Gpu | null {
  const name = named.toLowerCase()
  const exact = gpus.find(
    (gpu) => String(gpu.index) === name || gpu.uuid?.toLowerCase() === name || gpu.pciBusId?.toLowerCase() === name,
  )
  if (exact !== undefined || name.length < LEAST_LETTERS) return exact ?? null
  const begun = gpus.filter((gpu) => gpu.uuid?.toLowerCase().startsWith(name))
  return begun.length === 1 ? (begun[0] ?? null) : null
}
