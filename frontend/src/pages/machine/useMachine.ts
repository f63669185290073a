import { computed, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { fetchHost } from '@/api/host'
import type { Host } from '@/api/types'
import { gpuKey } from '@/api/names'
import { usePolling } from '@/composables/polling'
import { useLive } from '@/store/live'
import type { ReadoutSpec } from '@/store/readout'
import { DISK_MEASURES, disksOf, NETWORK_MEASURES, networksOf, type Part } from './machine'

export const POLL_MILLIS = 1000
const STALE_MILLIS = 4 * POLL_MILLIS

interface PolledMachine {
  host: Readonly<ShallowRef<Host | null>>
  /** Age of the response if it is outdated, else 0. */
  lateMillis: ComputedRef<number>
  problem: Readonly<Ref<string | null>>
}

/** Polls the parts of the machine while the page is visible, and writes their values to the timeline of the stream. */
export function useMachine(): PolledMachine {
  const { timeline, paused } = useLive()
  const host = shallowRef<Host | null>(null)
  const { ageMillis, problem } = usePolling({
    key: () => (paused.value ? null : 'host'),
    request: (_, signal) => fetchHost(signal),
    everyMillis: POLL_MILLIS,
    answered: (answer) => {
      host.value = answer
      record(disksOf(answer), DISK_MEASURES)
      record(networksOf(answer), NETWORK_MEASURES)
    },
  })

  function record(parts: readonly Part[], measures: readonly ReadoutSpec[]): void {
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
