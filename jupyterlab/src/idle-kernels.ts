import type { Kernel, KernelsResponse } from './contract'
import { totalMemory } from './memory'

const HOUR_MILLIS = 3_600_000

/** A kernel that holds GPU memory without work. */
export interface IdleKernel {
  kernel: Kernel
  /** GPUs whose memory is held idle. */
  gpus: Kernel['gpus']
  since: Date
  hours: number
  bytes: number
  /** The same for the whole span, so that each span is reported once. */
  span: string
}

/** Returns the kernels that have held memory without work for at least so many hours. */
export function idleKernels(usage: KernelsResponse, hours: number, now: Date): IdleKernel[] {
  if (usage.state !== 'READY' || usage.stale) return []
  return usage.kernels.flatMap((kernel) => {
    const idle = idleKernel(kernel, now)
    return idle !== null && idle.hours >= hours ? [idle] : []
  })
}

/** Returns the number of kernels of which it is unknown whether they hold memory without work. */
export function unknownKernels({ kernels }: KernelsResponse, now: Date): number {
  return kernels.filter((kernel) => isUnknown(kernel, now)).length
}

function isUnknown(kernel: Kernel, now: Date): boolean {
  const { state, gpus } = kernel
  if (state !== 'OK') return true
  if (gpus.length === 0 || gpus.some(({ busySince }) => typeof busySince === 'string')) return false
  const total = totalMemory(gpus)
  const holdsNone = total?.bytes === 0 && !total.partial
  return !holdsNone && idleKernel(kernel, now) === null
}

function idleKernel(kernel: Kernel, now: Date): IdleKernel | null {
  const gpus = kernel.gpus.filter((gpu) => gpu.heldIdleSince !== null)
  // Work on one GPU is work of the kernel.
  if (kernel.state !== 'OK' || gpus.length === 0 || gpus.length < kernel.gpus.length) return null
  const since = new Date(Math.max(...gpus.map((gpu) => Date.parse(gpu.heldIdleSince ?? ''))))
  const bytes = totalMemory(gpus)?.bytes ?? 0
  if (Number.isNaN(since.getTime()) || bytes === 0) return null
  const hours = (now.getTime() - since.getTime()) / HOUR_MILLIS
  return { kernel, gpus, since, hours, bytes, span: `${kernel.id} ${since.toISOString()}` }
}
