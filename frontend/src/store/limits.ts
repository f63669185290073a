import { shallowRef, type ShallowRef } from 'vue'
import { gpuKey } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'
import type { AbsenceReason, Gpu, MetricKey, Snapshot } from '@/api/types'
import { metricAttributes, type MetricAttributes } from './metric-attributes'

/** The limits of each GPU by catalogue key; a GPU that has not told them is not in it. */
export type Limits = ReadonlyMap<string, Gpu['values']>
/** Why limits are not told, by catalogue key. */
export type LimitReasons = ReadonlyMap<string, Gpu['absent']>

/** What is known of one limit of one GPU. */
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

/** The server reads these rows no more often. */
const REFRESH_MILLIS = 10_000
const RETRY_MILLIS = 2000

/** Asks for limits at first, when GPUs come, go or recover, and now and then, since an operator can change them. */
export class LimitsKeeper {
  readonly limits: ShallowRef<Limits> = shallowRef(new Map<string, Gpu['values']>())
  readonly reasons: ShallowRef<LimitReasons> = shallowRef(new Map<string, Gpu['absent']>())
  private fleet = ''
  private dueAt = -Infinity

  constructor(private readonly ask: () => Promise<Snapshot>) {}

  /** Called with every snapshot, so that a page without a stream asks nothing either. */
  follow(snapshot: Snapshot): void {
    const now = performance.now()
    const fleet = [snapshot.source.kind, ...snapshot.gpus.map((gpu) => `${gpuKey(gpu)} ${gpu.state}`)].join()
    if (fleet === this.fleet && now < this.dueAt) return
    this.fleet = fleet
    this.dueAt = now + REFRESH_MILLIS
    this.ask().then(
      ({ gpus }) => {
        this.limits.value = new Map(gpus.map((gpu) => [gpuKey(gpu), this.limitsOf(gpu)]))
        this.reasons.value = new Map(gpus.map((gpu) => [gpuKey(gpu), gpu.absent]))
        // A GPU that has just come tells its limits with its first slow round.
        const unread = gpus.some((gpu) => Object.values(gpu.absent).includes('NO_DATA'))
        if (unread) this.dueAt = performance.now() + RETRY_MILLIS
      },
      // What was told before still holds.
      () => {
        this.dueAt = performance.now() + RETRY_MILLIS
      },
    )
  }

  /** A GPU that cannot be read still has the limits that it told. */
  private limitsOf(gpu: Gpu): Gpu['values'] {
    return gpu.state === 'OK' ? gpu.values : { ...this.limits.value.get(gpuKey(gpu)), ...gpu.values }
  }
}
