import type { Gpu, GpuProcess, MetricKey, MigInstance } from '@/api/types'
import { gpuKey, instanceKey } from '@/api/names'
import { absentQuality, type Health } from '@/api/states'
import type { Series } from '@/timeseries/timeline'
import { HELD_BYTES, HELD_MILLIS } from './alerts'
import type { Limit } from './limits'
import { metricAttributes } from './metric-attributes'
import { isStale, LATEST_MILLIS, NOW_MILLIS, read, type Moment, type Reading } from './readings'

/** Use of an instance; idle if its processes have not computed for a while, free without processes. */
export type Use = 'used' | 'idle' | 'free' | 'unknown'

/** A MIG instance of a GPU with its current values. */
export interface Instance {
  key: string
  gpu: number
  /** The GPU and the GPU instance, as `0:2`; the compute instance too where there are several. */
  id: string
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

/** As for whole GPUs. */
const IDLE_PERCENT = 1
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
  const running = instance.values['mig.processes.running'] ?? (processes.length > 0 ? processes.length : null)
  const idle = idleOf(moment, moment.timeline.read(key, 'mig.activity.sm'))
  const sm = readingOf(moment, gpu, instance, 'mig.activity.sm', NOW_MILLIS)
  const used = readingOf(moment, gpu, instance, 'mig.memory.used', LATEST_MILLIS)
  const isResting = sm.quality === 'ok' && idle !== null && idle.millis >= IDLE_MILLIS
  const use = running === null ? 'unknown' : running === 0 ? 'free' : isResting ? 'idle' : 'used'
  const isHeld = use === 'idle' && (idle?.millis ?? 0) >= HELD_MILLIS && (used.summary?.mean ?? 0) >= HELD_BYTES
  return {
    key,
    gpu: gpu.index,
    id: instanceId(gpu, instance),
    uuid: instance.uuid,
    profile: instance.profile,
    slices: slicesOf(instance),
    use,
    health: isStale(moment, gpu) ? 'unknown' : isHeld ? 'warn' : 'ok',
    idleMillis: use === 'idle' && idle?.isWhole === true ? idle.millis : null,
    ...{ sm, used, processes, running },
    total: totalOf(moment, gpu, instance),
    free: valueOf(instance, 'mig.memory.free', instance.values['mig.memory.free'], gpu),
    sharesMemory: siblings(gpu, instance.gpuInstance)[0] !== instance,
  }
}

function siblings({ mig }: Gpu, gpuInstance: number): MigInstance[] {
  return mig.filter((each) => each.gpuInstance === gpuInstance)
}

function isOn(process: GpuProcess, instance: MigInstance): boolean {
  return process.gpuInstance === instance.gpuInstance && process.computeInstance === instance.computeInstance
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

function totalOf(moment: Moment, gpu: Gpu, instance: MigInstance): Limit {
  const metric = 'mig.memory.total'
  const value = moment.limits.get(instanceKey(instance))?.[metric] ?? instance.values[metric]
  return valueOf(instance, metric, value, gpu)
}

function valueOf(instance: MigInstance, metric: MetricKey, value: number | undefined, gpu: Gpu): Limit {
  const about = metricAttributes(metric, gpu)
  if (value !== undefined) return { value, quality: 'ok', reason: undefined, about }
  const reason = instance.absent[metric]
  return { value: null, quality: absentQuality(reason), reason, about }
}

/** The idle time until now; null while it computes. Whole if the samples include the time before. */
function idleOf({ edge, patienceMillis }: Moment, series: Series | undefined) {
  if (series === undefined) return null
  let first: number | null = null
  for (let i = series.times.length - 1; i >= 0; i--) {
    const [time = NaN, value = NaN] = [series.times[i], series.values[i]]
    // Other metrics have samples at times without one of this.
    if (time > edge || Number.isNaN(value)) continue
    const isGap = first !== null && first - time > patienceMillis
    if (value > IDLE_PERCENT || isGap) return first === null ? null : { millis: edge - first, isWhole: !isGap }
    first = time
  }
  return first === null ? null : { millis: edge - first, isWhole: false }
}

/** The memory of the GPU that no instance has; null if it is unknown. */
export function memoryLeft(moment: Moment, gpu: Gpu, instances: readonly Instance[]): number | null {
  const all = moment.limits.get(gpuKey(gpu))?.['memory.total']
  const own = instances.filter(({ sharesMemory }) => !sharesMemory).map(({ total }) => total.value)
  if (all === undefined || own.includes(null)) return null
  return Math.max(0, all - own.reduce<number>((sum, each) => sum + (each ?? 0), 0))
}
