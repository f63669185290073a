import { getOptional } from './past'
import { list, neededNumber, neededPositive, number, record, shaped, text } from './shape'

/** States of a GPU, the worst first. */
export const GPU_STATES = ['lost', 'stuck', 'no_samples', 'throttled', 'held_idle', 'busy', 'free'] as const
export type StateName = (typeof GPU_STATES)[number]

/** A time range in one state. */
export interface StateSegment {
  from: number
  to: number
  state: StateName
  /** Why a GPU was throttled, if the driver reports it. */
  cause: string | null
}

export interface GpuStates {
  index: number
  uuid: string | null
  /** Exact durations of the states. */
  seconds: Record<string, number>
  /** In the order of time; the time before the first sample has none. */
  segments: StateSegment[]
}

export interface StateHistory {
  from: number
  to: number
  stepMillis: number
  gpus: GpuStates[]
}

/** The states of GPUs over a period; null from a server that has none. */
export function fetchStates(query: string, signal: AbortSignal): Promise<StateHistory | null> {
  return getOptional('history/states', query, signal, parseStates)
}

const parseSegment = shaped<StateSegment>({
  from: neededNumber,
  to: neededNumber,
  // A state of a newer server is left out, not shown as another one.
  state: (json) => GPU_STATES.find((each) => each === json),
  cause: text,
})

const parseGpu = shaped<{ index: number; uuid: string | null }>({ index: neededNumber, uuid: text })

const shapedStates = shaped({
  gpu: (json) => parseGpu(json) ?? undefined,
  seconds: record(number),
  segments: list(parseSegment),
})

export const parseStates = shaped<StateHistory>({
  from: neededNumber,
  to: neededNumber,
  stepMillis: neededPositive,
  gpus: list((json) => {
    const states = shapedStates(json)
    return states && { ...states.gpu, seconds: states.seconds, segments: states.segments }
  }),
})
