import type { Kernel, KernelsResponse } from './contract'
import { idleKernels, unknownKernels, type IdleKernel } from './idle-kernels'
import { formatMemory, joinIndexes, totalMemory } from './memory'
import { problemOf, statusText, type Usage } from './status-text'
import type { Texts } from './texts'

const MINUTE_MILLIS = 60_000

/** One kernel of the list. */
export interface IdleRow {
  kernel: Kernel
  memory: string
  /** GPUs and idle time. */
  detail: string
}

export interface IdleList {
  /** Largest memory first. */
  rows: readonly IdleRow[]
  /** Why no kernel is listed, and how many are unknown. */
  notes: readonly string[]
}

/** Returns the kernels that have held GPU memory without work for so many minutes, at the time of the values. */
export function idleList(usage: Usage, minutes: number, texts: Texts): IdleList {
  if (usage === null) return { rows: [], notes: [texts.get('idle.pending')] }
  if (problemOf(usage) !== null) return { rows: [], notes: [statusText(usage, null, texts)?.text ?? ''] }
  const answer = usage as KernelsResponse
  if (answer.stale || answer.at === null) return { rows: [], notes: [texts.get('idle.stale')] }
  const now = new Date(answer.at)
  const idle = idleKernels(answer, minutes / 60, now).sort((one, other) => other.bytes - one.bytes)
  const unknown = unknownKernels(answer, now)
  const notes = unknown > 0 ? [texts.get('idle.unknown', { n: unknown })] : []
  if (idle.length === 0) notes.unshift(texts.get(unknown > 0 ? 'idle.noneKnown' : 'idle.none', { minutes }))
  return { rows: idle.map((each) => row(each, now, texts)), notes }
}

function row({ kernel, gpus, since, bytes }: IdleKernel, now: Date, texts: Texts): IdleRow {
  const memory = formatMemory(bytes)
  const indexes = joinIndexes(gpus)
  const minutes = Math.floor((now.getTime() - since.getTime()) / MINUTE_MILLIS)
  return {
    kernel,
    memory: totalMemory(gpus)?.partial === true ? texts.get('status.atLeast', { memory }) : memory,
    detail:
      minutes < 120
        ? texts.get('idle.minutes', { indexes, n: minutes })
        : texts.get('idle.hours', { indexes, n: Math.floor(minutes / 6) / 10 }),
  }
}
