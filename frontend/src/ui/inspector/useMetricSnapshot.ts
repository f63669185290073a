import { computed, type ComputedRef } from 'vue'
import { fetchSamples } from '@/api/samples'
import type { MetricKey, Snapshot } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { useLive } from '@/store/live'
import { mentions } from './inspect'

const EVERY_MILLIS = 2000

/**
 * The newest snapshot that contains a metric: that of the page if the stream carries the metric, else one that is polled
 * while the inspector is open. Polls nothing for a null metric.
 */
export function useMetricSnapshot(metric: () => MetricKey | null): ComputedRef<Snapshot | null> {
  const { snapshot, paused } = useLive()
  const isCarried = computed(() => {
    const wanted = metric()
    return wanted !== null && snapshot.value !== null && mentions(snapshot.value, wanted)
  })
  const { answer } = usePolling<Snapshot>({
    key: () => (isCarried.value ? null : metric()),
    request: (wanted, signal) => fetchSamples([wanted as MetricKey], null, signal),
    everyMillis: EVERY_MILLIS,
    paused: () => paused.value,
  })
  return computed(() => (isCarried.value ? snapshot.value : answer.value))
}
