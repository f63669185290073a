import { computed, ref, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { gpuKey, instanceKey } from '@/api/names'
import { absentQuality, type Quality, isRead } from '@/api/states'
import type { AbsenceReason, Gpu, MetricKey, Snapshot } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { metricAttributes, type MetricAttributes } from './metric-attributes'

/** Limits by GPU or MIG instance, and metric; those that have not reported any are missing. */
export type Limits = ReadonlyMap<string, Gpu['values']>
/** Reasons for missing limits, by GPU or MIG instance, and metric. */
export type LimitReasons = ReadonlyMap<string, Gpu['absent']>

/** One limit of one GPU. */
export interface Limit {
  value: number | null
  quality: Quality
  reason: AbsenceReason | undefined
  about: MetricAttributes
}

export function limitOf(known: { limits: Limits; limitReasons: LimitReasons }, gpu: Gpu, metric: MetricKey): Limit {
  const value = known.limits.get(gpuKey(gpu))?.[metric]
  if (value !== undefined) return { value, quality: 'ok', reason: undefined, about: metricAttributes(metric, gpu) }
  const reason = known.limitReasons.get(gpuKey(gpu))?.[metric]
  return { value: null, quality: absentQuality(reason), reason, about: metricAttributes(metric, gpu) }
}

/** Whether the GPU has no memory of its own, but shares that of the system: its total is not only for the GPU. */
export function sharesMemory(limits: Limits, gpu: Gpu): boolean {
  return limits.get(gpuKey(gpu))?.['memory.kind'] === 1
}

/** The server reads these metrics as often. */
const REFRESH_MILLIS = 10_000
const RETRY_MILLIS = 2000

/** Requests the GPUs with their limits, which snapshots do not contain. */
export type RequestLimits = (signal: AbortSignal) => Promise<Snapshot>

export interface PolledLimits {
  limits: Readonly<ShallowRef<Limits>>
  reasons: Readonly<ShallowRef<LimitReasons>>
  /** Whether the first answer about a GPU is expected. */
  pending: ComputedRef<boolean>
  /** Updates the list of GPUs from a snapshot; a changed list or state is requested at once. */
  follow: (snapshot: Snapshot) => void
}

/** Limits of all GPUs. They are requested regularly, since an operator can change them. */
export function useLimits(request: RequestLimits | undefined, paused: () => boolean = () => false): PolledLimits {
  const limits = shallowRef<Limits>(new Map<string, Gpu['values']>())
  const reasons = shallowRef<LimitReasons>(new Map<string, Gpu['absent']>())
  const fleet = ref<string | null>(null)
  const hasGpus = ref(false)
  let isComplete = false

  const { failure } = usePolling({
    key: () => (request === undefined ? null : fleet.value),
    request: (_, signal) => request?.(signal) ?? Promise.reject(new Error('no limits')),
    everyMillis: (failure) => (failure === null && isComplete ? REFRESH_MILLIS : RETRY_MILLIS),
    paused,
    answered: ({ gpus }) => {
      limits.value = new Map([
        ...gpus.map((gpu) => [gpuKey(gpu), limitsOf(gpu)] as const),
        ...gpus.flatMap(({ mig }) => mig.map((each) => [instanceKey(each), each.values] as const)),
      ])
      reasons.value = new Map([
        ...gpus.map((gpu) => [gpuKey(gpu), gpu.absent] as const),
        ...gpus.flatMap(({ mig }) => mig.map((each) => [instanceKey(each), each.absent] as const)),
      ])
      // A new GPU or instance reports its limits in its first slow round.
      const all = gpus.flatMap((gpu) => [gpu, ...gpu.mig])
      isComplete = !all.some(({ absent }) => Object.values(absent).includes('NO_DATA'))
    },
  })

  /** A GPU that cannot be read retains its limits; those of one that was lost before are among its last values. */
  function limitsOf(gpu: Gpu): Gpu['values'] {
    return isRead(gpu.state) ? gpu.values : { ...limits.value.get(gpuKey(gpu)), ...gpu.last?.values, ...gpu.values }
  }

  return {
    limits,
    reasons,
    pending: computed(
      () => request !== undefined && hasGpus.value && limits.value.size === 0 && failure.value === null,
    ),
    follow: ({ source, gpus }) => {
      hasGpus.value = gpus.length > 0
      fleet.value = [
        source.kind,
        ...gpus.map((gpu) => [gpuKey(gpu), gpu.state, ...gpu.mig.map(instanceKey)].join(' ')),
      ].join()
    },
  }
}
