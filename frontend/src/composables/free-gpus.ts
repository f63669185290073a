import { computed } from 'vue'
import { fetchFreeGpus } from '@/api/free'
import type { FreeGpus } from '@/api/types'
import { usePolling, type Polled } from './polling'

/** How often the free GPUs are queried. */
export const FREE_MILLIS = 5000

const UNAVAILABLE = 503

/** The free GPUs by these parameters; null while the server has no current round to find them in. */
export function useFreeGpus(query: () => string, paused?: () => boolean): Polled<FreeGpus> {
  const polled = usePolling({
    key: query,
    request: fetchFreeGpus,
    everyMillis: FREE_MILLIS,
    ...(paused === undefined ? {} : { paused }),
  })
  const { answer, failure } = polled
  return { ...polled, answer: computed(() => (failure.value?.status === UNAVAILABLE ? null : answer.value)) }
}
