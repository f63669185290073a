import { placeKey } from '@/api/names'
import type { Gpu, GpuStates, InstancePlace, StateName, StateSegment, StatesOfGpu, UsageInterval } from '@/api/types'
import { instanceId } from '@/store/instances'
import type { Span } from '@/timeseries/span'
import type { JobBar } from './jobs'

/** A MIG instance that has a lane. */
interface LaneInstance extends InstancePlace {
  id: string
  profile: string | null
}

/** A GPU, or one of the MIG instances that it is split into now. */
export interface LaneSubject {
  /** The key of its samples. */
  key: string
  gpu: string
  index: number
  instance: LaneInstance | null
  /** The instances of the GPU that have lanes. */
  instances: readonly LaneInstance[]
}

/** The instances of each split GPU, by its UUID. */
export type Splits = Record<string, LaneInstance[]>

export function splitsOf(gpus: readonly Gpu[]): Splits {
  const split = gpus.flatMap((gpu) => (gpu.uuid === null || gpu.mig.length === 0 ? [] : [[gpu.uuid, gpu] as const]))
  return Object.fromEntries(
    split.map(([uuid, gpu]) => [
      uuid,
      gpu.mig.map((each) => ({
        ...{ gpuInstance: each.gpuInstance, computeInstance: each.computeInstance },
        ...{ id: instanceId(gpu, each), profile: each.profile },
      })),
    ]),
  )
}

/** A GPU, followed by its instances. */
export function subjectsOf({ index, uuid }: StatesOfGpu['gpu'], splits: Splits): LaneSubject[] {
  const instances = splits[uuid] ?? []
  const gpu = { gpu: uuid, index, instances }
  return [
    { ...gpu, key: uuid, instance: null },
    ...instances.map((instance) => ({ ...gpu, key: placeKey(uuid, instance), instance })),
  ]
}

/** The processes of a lane: a process on an instance without a lane is on that of its GPU. */
export function intervalsOf(intervals: readonly UsageInterval[], lane: LaneSubject): UsageInterval[] {
  const isOn = (each: UsageInterval, { gpuInstance, computeInstance }: InstancePlace) =>
    each.gpuInstance === gpuInstance && each.computeInstance === computeInstance
  return intervals.filter((each) => {
    if (each.gpu !== lane.gpu) return false
    if (lane.instance !== null) return isOn(each, lane.instance)
    return !lane.instances.some((instance) => isOn(each, instance))
  })
}

/** The GPUs of a period without those that were removed before it; each has no samples before its first. */
export function shownStates({ gpus }: GpuStates, present: readonly string[], { from, to }: Span): StatesOfGpu[] {
  return gpus
    .filter(({ gpu, segments }) => present.includes(gpu.uuid) || segments.some(({ state }) => state !== 'no_samples'))
    .map((each) => {
      const first = each.segments[0]?.from ?? to
      const before: StateSegment = { from, to: first, state: 'no_samples', cause: null }
      return first <= from ? each : { ...each, segments: [before, ...each.segments] }
    })
}

const OF_ALL: readonly StateName[] = ['no_samples', 'stuck', 'lost', 'reserved', 'free']
/** The GPU is sampled, and does not report how busy it is. */
const NO_USE = 'not_reported'

/**
 * The states of an instance, as far as they follow from its GPU and its processes: a fault and a gap are those of all,
 * and it is free without a process, if processes of the GPU are known. Its other time has no state.
 */
export function instanceSegments(
  segments: readonly StateSegment[],
  bars: readonly JobBar[],
  isKnown: boolean,
): StateSegment[] {
  return segments.flatMap((segment) => {
    if (OF_ALL.includes(segment.state) && segment.cause !== NO_USE) return segment
    if (!isKnown) return []
    const within = bars.filter(({ from, to }) => to > segment.from && from < segment.to)
    const starts = [segment.from, ...within.map(({ to }) => to)]
    const ends = [...within.map(({ from }) => from), segment.to]
    return starts.flatMap((from, i) => {
      const to = ends[i] ?? from
      return to > from ? { from, to, state: 'free' as const, cause: null } : []
    })
  })
}
