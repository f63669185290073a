import { getOptional } from './past'
import { list, needed, neededNumber, neededPositive, neededText, number, orZero, shaped, text } from './shape'
import type { GpuStates, StateName, StateSegment, StatesOfGpu } from './types'

/** States of a GPU, the worst first. */
export const GPU_STATES = [
  'lost',
  'stuck',
  'no_samples',
  'throttled',
  'held_idle',
  'busy',
  'reserved',
  'free',
] as const satisfies readonly StateName[]

/** The states of GPUs over a period; null from a server that has none. */
export function fetchStates(query: string, signal: AbortSignal): Promise<GpuStates | null> {
  return getOptional('history/states', query, signal, parseStates)
}

const parseSegment = shaped<StateSegment>({
  from: neededNumber,
  to: neededNumber,
  // A state of a newer server is left out, not shown as another one.
  state: (json) => GPU_STATES.find((each) => each === json),
  cause: text,
})

const parseSeconds = shaped<StatesOfGpu['seconds']>({
  busy: orZero,
  throttled: orZero,
  held_idle: orZero,
  free: orZero,
  reserved: number,
  stuck: orZero,
  lost: orZero,
  no_samples: orZero,
})

export const parseStates = shaped<GpuStates>({
  from: neededNumber,
  to: neededNumber,
  stepMillis: neededPositive,
  gpus: list(
    shaped<StatesOfGpu>({
      gpu: needed(shaped<StatesOfGpu['gpu']>({ index: neededNumber, uuid: neededText })),
      seconds: needed(parseSeconds),
      segments: list(parseSegment),
    }),
  ),
})
