import type { Gpu, GpuProcess, MetricKey, MigInstance } from '@/api/types'
import { gpuKey, instanceKey } from '@/api/names'
import { absentQuality, type Health } from '@/api/states'
import { idleOf, isHeldIdle, isOn, runningOn } from './health'
import type { Limit } from './limits'
import { metricAttributes } from './metric-attributes'
import { isStale, LATEST_MILLIS, NOW_MILLIS, read, type Moment, type Reading } from './readings'

/**
 * Use of an instance; idle if its processes have not computed for a while, free without processes and used memory,
 * unknown if its processes are while memory is used, or if none explains its used memory.
 */
export type Use = 'used' | 'idle' | 'free' | 'unknown'

/** A MIG instance of a GPU with its current values. */
export interface Instance {
  key: string
  gpu: number
  /** The GPU and the GPU instance, as `0:2`; the compute instance too where there are several. */
  id: string
  /** The GPU and the GPU instance; its compute instances share its memory and its activity. */
  gpuInstance: string
  uuid: string
  profile: string | null
  /** Number of compute slices, from the profile. */
  slices: number | null
  use: Use
  health: Health
  /** Known idle time in milliseconds; null while it computes, or where the start is earlier than the samples. */
  idleMillis: number | null
  sm: Reading
  used: Reading
  total: Limit
  free: Limit
  processes: GpuProcess[]
  /** Number of processes; null if it is not reported. */
  running: number | null
  /** Whether an earlier compute instance has the same memory. */
  sharesMemory: boolean
}

/** Less than a CUDA context takes. */
const UNTOUCHED_BYTES = 64 * 2 ** 20
/** As for whole GPUs. */
const IDLE_MILLIS = 10_000
/** `1c.2g.20gb` is a compute instance of one slice, `2g.20gb` one of two. */
const SLICES = /^(\d+)[cg]\./

/** The instances of a GPU in the order of their places; empty if the GPU is not split. */
export function instancesOf(moment: Moment, gpu: Gpu): Instance[] {
  return gpu.mig.map((instance) => instanceOf(moment, gpu, instance))
}

export function instanceId(gpu: Gpu, place: Pick<MigInstance, 'gpuInstance' | 'computeInstance'>): string {
  const id = `${gpu.index}:${place.gpuInstance}`
  return siblings(gpu, place.gpuInstance).length > 1 ? `${id}:${place.computeInstance}` : id
}

/** The environment variable that makes a program use the instance. */
export function environmentOf({ uuid }: Pick<Instance, 'uuid'>): string {
  return `CUDA_VISIBLE_DEVICES=${uuid}`
}

/** The instance that a process uses; undefined on a GPU that is not split. */
export function instanceOfProcess({ mig }: Gpu, process: GpuProcess): MigInstance | undefined {
  return mig.find((each) => isOn(process, each))
}

function instanceOf(moment: Moment, gpu: Gpu, instance: MigInstance): Instance {
  const key = instanceKey(instance)
  const processes = gpu.processes.filter((process) => isOn(process, instance))
  const running = runningOn(gpu, instance)
  const idle = idleOf(moment, moment.timeline.read(key, 'mig.activity.sm'))
  const sm = readingOf(moment, gpu, instance, 'mig.activity.sm', NOW_MILLIS)
  const used = measuredOnly(readingOf(moment, gpu, instance, 'mig.memory.used', LATEST_MILLIS))
  const isOld = isStale(moment, gpu)
  const isResting = instance.values['mig.activity.sm'] !== undefined && (idle?.millis ?? 0) >= IDLE_MILLIS
  const isEmpty = isFree(instance.values) || (running === 0 && !isUnexplained(gpu, instance))
  const isUnknown = running === null || running === 0
  const use = isEmpty ? 'free' : isUnknown ? 'unknown' : isResting ? 'idle' : 'used'
  return {
    key,
    gpu: gpu.index,
    id: instanceId(gpu, instance),
    gpuInstance: `${gpu.index}:${instance.gpuInstance}`,
    uuid: instance.uuid,
    profile: instance.profile,
    slices: slicesOf(instance),
    use,
    health: isOld ? 'unknown' : isHeldIdle(moment, gpu, instance) ? 'warn' : 'ok',
    idleMillis: use === 'idle' && !isOld && idle?.isWhole === true ? idle.millis : null,
    ...{ sm, used, processes, running },
    total: totalOf(moment, gpu, instance),
    free: valueOf(instance, 'mig.memory.free', gpu),
    sharesMemory: siblings(gpu, instance.gpuInstance)[0] !== instance,
  }
}

/**
 * Whether the server finds the instance free: processes that it does not know would use memory.
 *
 * @param leastBytes memory that must be free; without it next to nothing of it may be used
 */
export function isFree(values: MigInstance['values'], leastBytes: number | null = null): boolean {
  const { 'mig.memory.free': free, 'mig.memory.used': used, 'mig.processes.running': running } = values
  const isUntouched = used !== undefined && used <= UNTOUCHED_BYTES
  if (running !== 0 && (running !== undefined || !isUntouched)) return false
  return leastBytes === null ? isUntouched : free !== undefined && free >= leastBytes
}

/** Whether memory is used without a process: those of another container are not listed. */
function isUnexplained(gpu: Gpu, { gpuInstance, values }: MigInstance): boolean {
  const used = values['mig.memory.used'] ?? Infinity
  return used > UNTOUCHED_BYTES && siblings(gpu, gpuInstance).every((each) => runningOn(gpu, each) === 0)
}

function siblings({ mig }: Gpu, gpuInstance: number): MigInstance[] {
  return mig.filter((each) => each.gpuInstance === gpuInstance)
}

function slicesOf({ profile }: MigInstance): number | null {
  const [, slices] = SLICES.exec(profile ?? '') ?? []
  return slices === undefined ? null : Number(slices)
}

function readingOf(moment: Moment, gpu: Gpu, instance: MigInstance, metric: MetricKey, spanMillis: number): Reading {
  const { index, sampledAt } = gpu
  const { values, absent } = instance
  const reading = read(moment, { uuid: instanceKey(instance), index, values, absent, sampledAt }, metric, spanMillis)
  return { ...reading, about: metricAttributes(metric, gpu) }
}

/** The last value of an absent metric is no current one. */
function measuredOnly(reading: Reading): Reading {
  return reading.quality === 'ok' || reading.quality === 'stale' ? reading : { ...reading, summary: null }
}

function totalOf(moment: Moment, gpu: Gpu, instance: MigInstance): Limit {
  const metric = 'mig.memory.total'
  const key = instanceKey(instance)
  const values = { ...instance.values, ...moment.limits.get(key) }
  const absent = { ...instance.absent, ...moment.limitReasons.get(key) }
  return valueOf({ values, absent }, metric, gpu)
}

function valueOf({ values, absent }: Pick<MigInstance, 'values' | 'absent'>, metric: MetricKey, gpu: Gpu): Limit {
  const about = metricAttributes(metric, gpu)
  const value = values[metric]
  if (value !== undefined) return { value, quality: 'ok', reason: undefined, about }
  const reason = absent[metric]
  return { value: null, quality: absentQuality(reason), reason, about }
}

/** The memory of the GPU that no instance has; null if it is unknown. */
export function memoryLeft(moment: Moment, gpu: Gpu, instances: readonly Instance[]): number | null {
  const all = moment.limits.get(gpuKey(gpu))?.['memory.total']
  const own = instances.filter(({ sharesMemory }) => !sharesMemory).map(({ total }) => total.value)
  if (all === undefined || own.includes(null)) return null
  return Math.max(0, all - own.reduce<number>((sum, each) => sum + (each ?? 0), 0))
}
