import { Problem, type Kernel, type KernelsResponse, type MachineGpu } from './contract'
import { formatMemory, joinIndexes, roundMemory, totalMemory } from './memory'
import type { Texts } from './texts'

/** Kernel of the current notebook. */
export interface CurrentKernel {
  id: string
  notebook: string
}

/** Last answer about kernels and GPUs; null before the first one. */
export type Usage = KernelsResponse | Problem | null

export interface StatusText {
  text: string
  /** Longer sentence for the tooltip. */
  detail: string
  /** The text has no current value. */
  dim: boolean
}

/** Returns the text of the status bar; null before the first answer. */
export function statusText(usage: Usage, current: CurrentKernel | null, texts: Texts): StatusText | null {
  if (usage === null) return null
  const problem = problemOf(usage)
  if (problem !== null) {
    const key = problem.state === 'STARTING' ? 'status.starting' : 'status.unreachable'
    return { text: texts.get(key), detail: texts.problem(problem), dim: true }
  }
  const { kernels, gpus, stale } = usage as KernelsResponse
  const kernel = kernels.find(({ id }) => id === current?.id) ?? null
  const text = current === null ? machineText(gpus, texts) : kernelText(kernel, texts)
  const detail = kernel?.detail ?? texts.get('status.open')
  return { text: stale ? texts.get('status.stale', { text }) : text, detail, dim: stale }
}

/** Returns why there are no values; null if there are. */
export function problemOf(usage: Usage): Problem | null {
  if (usage === null || usage instanceof Problem) return usage
  return usage.state === 'READY' ? null : new Problem(usage.state, usage.detail)
}

/** Returns one phrase about the GPU memory of a kernel; it contains no figure if none is known. */
export function kernelText(kernel: Kernel | null, texts: Texts): string {
  if (kernel === null) return texts.get('kernel.pending')
  if (kernel.state !== 'OK') return texts.get(`kernel.${kernel.state}`)
  if (kernel.gpus.length === 0) return texts.get('kernel.none')
  const indexes = joinIndexes(kernel.gpus)
  const total = totalMemory(kernel.gpus)
  if (total === null) return texts.get('status.kernel', { indexes, memory: texts.get('status.memoryUnknown') })
  const memory = formatMemory(total.bytes)
  return texts.get('status.kernel', { indexes, memory: total.partial ? texts.get('status.atLeast', { memory }) : memory })
}

/** Returns number, mean utilization and used memory of all GPUs; a figure that is not known of all is omitted. */
export function machineText(gpus: readonly MachineGpu[], texts: Texts): string {
  if (gpus.length === 0) return texts.get('status.noGpu')
  const known = gpus.filter((gpu) => gpu.utilization !== null || gpu.memoryUsed !== null)
  const utilizations = known.map((gpu) => gpu.utilization).filter((percent) => percent !== null)
  const memory = totalMemory(known)
  const parts = [count(known.length, gpus.length, texts)]
  if (known.length > 0 && utilizations.length === known.length) {
    parts.push(`${Math.round(utilizations.reduce((sum, percent) => sum + percent, 0) / known.length)} %`)
  }
  if (memory !== null && !memory.partial) parts.push(roundMemory(memory.bytes))
  return parts.join(' ')
}

function count(known: number, all: number, texts: Texts): string {
  if (known > 0 && known < all) return texts.get('status.someGpus', { n: known, all })
  return all === 1 ? texts.get('status.gpu') : texts.get('status.gpus', { n: all })
}
