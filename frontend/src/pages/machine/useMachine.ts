import { computed, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { fetchHost } from '@/api/host'
import type { Host } from '@/api/types'
import { gpuKey } from '@/api/names'
import { usePolling } from '@/composables/polling'
import { useLive } from '@/store/live'
import type { ReadoutSpec } from '@/store/readout'
import { DISK_MEASURES, disksOf, NETWORK_MEASURES, networksOf, type Part } from './machine'

export const ASK_MILLIS = 1000
const STALE_MILLIS = 4 * ASK_MILLIS

interface PolledMachine {
  host: Readonly<ShallowRef<Host | null>>
  /** How old the answer is where it is too old to be called now, else 0. */
  lateMillis: ComputedRef<number>
  problem: Readonly<Ref<string | null>>
}

/** Parts of the machine while somebody can see them; what they do goes into the timeline of the stream. */
export function useMachine(): PolledMachine {
  const { timeline, paused } = useLive()
  const host = shallowRef<Host | null>(null)
  const { ageMillis, problem } = usePolling({
    key: () => (paused.value ? null : 'host'),
    request: (_, signal) => fetchHost(signal),
    everyMillis: ASK_MILLIS,
    answered: (answer) => {
      host.value = answer
      remember(disksOf(answer), DISK_MEASURES)
      remember(networksOf(answer), NETWORK_MEASURES)
    },
  })

  function remember(parts: readonly Part[], measures: readonly ReadoutSpec[]): void {
    for (const { subject } of parts) {
      for (const { metric } of measures) {
        const value = subject.values[metric]
        if (value !== undefined && timeline.size > 0) timeline.write(gpuKey(subject), metric, value)
      }
    }
  }

  const lateMillis = computed(() => (!paused.value && ageMillis.value > STALE_MILLIS ? ageMillis.value : 0))
  return { host, lateMillis, problem }
}
