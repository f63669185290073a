import type { KernelGpu } from './contract'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** Formats bytes as GiB with one decimal place, below 1 GiB as MiB. */
export function formatMemory(bytes: number, decimals = 1): string {
  if (bytes === 0) return '0 GiB'
  return bytes < GIB ? `${Math.max(1, Math.round(bytes / MIB))} MiB` : `${(bytes / GIB).toFixed(decimals)} GiB`
}

/** Formats bytes in GiB without the unit, and with enough decimal places for at least one significant digit. */
export function formatGib(bytes: number): string {
  const gib = bytes / GIB
  return gib === 0 || gib >= 0.1 ? gib.toFixed(1) : gib.toPrecision(1)
}

/** Formats memory of a sentence: without a decimal place from 10 GiB on. */
export function roundMemory(bytes: number): string {
  return formatMemory(bytes, bytes >= 10 * GIB ? 0 : 1)
}

/** Memory of several GPUs. */
export interface Total {
  bytes: number
  /** At least one figure is unknown, so that the total is a lower bound. */
  partial: boolean
}

/** Returns null if no figure is known. */
export function totalMemory(gpus: readonly Pick<KernelGpu, 'memoryUsed'>[]): Total | null {
  const known = gpus.map((gpu) => gpu.memoryUsed).filter((bytes) => bytes !== null)
  if (known.length === 0) return null
  return { bytes: known.reduce((sum, bytes) => sum + bytes, 0), partial: known.length < gpus.length }
}

export function joinIndexes(gpus: readonly { index: number }[]): string {
  return gpus.map(({ index }) => index).join(', ')
}
