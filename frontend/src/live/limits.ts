import { shallowRef, type ShallowRef } from 'vue'
import { gpuKey } from '@/api/words'
import type { Gpu, Snapshot } from '@/api/types'

/** The limits of each GPU by catalogue key; a GPU that has not told them is not in it. */
export type Limits = ReadonlyMap<string, Gpu['values']>

/** The server reads these rows no more often. */
const REFRESH_MILLIS = 10_000
const RETRY_MILLIS = 2000

/** Asks for limits at first, when GPUs come, go or recover, and now and then, since an operator can change them. */
export class LimitsKeeper {
  readonly limits: ShallowRef<Limits> = shallowRef(new Map<string, Gpu['values']>())
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
        this.limits.value = new Map(gpus.map((gpu) => [gpuKey(gpu), gpu.values]))
      },
      // What was told before still holds.
      () => {
        this.dueAt = performance.now() + RETRY_MILLIS
      },
    )
  }
}
