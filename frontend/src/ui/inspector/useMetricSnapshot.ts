import { computed, type ComputedRef } from 'vue'
import { fetchSamples } from '@/api/samples'
import type { MetricKey, Snapshot } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { useLive } from '@/store/live'
import { mentions } from './inspect'

const EVERY_MILLIS = 2000

/**
 * The newest snapshot that speaks of a metric: the page's own where the stream carries it, else one that is asked for
 * while somebody looks. Null is a metric that no snapshot is asked about.
 */
export function useMetricSnapshot(metric: () => MetricKey | null): ComputedRef<Snapshot | null> {
  const { snapshot, paused } = useLive()
  const carried = computed(() => {
    const wanted = metric()
    return wanted !== null && snapshot.value !== null && mentions(snapshot.value, wanted)
  })
  const { answer } = usePolling<Snapshot>({
    key: () => (carried.value ? null : metric()),
    request: (wanted, signal) => fetchSamples([wanted as MetricKey], null, signal),
    everyMillis: EVERY_MILLIS,
    paused: () => paused.value,
  })
  return computed(() => (carried.value ? snapshot.value : answer.value))
}
