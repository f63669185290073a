import { fetchFreeGpus } from '@/api/free'
import type { FreeGpus } from '@/api/types'
import { usePolling, type Polled } from './polling'

/** How often the free GPUs are queried. */
export const FREE_MILLIS = 5000

/** The free GPUs by these parameters; the last answer stays until one to changed parameters arrives. */
export function useFreeGpus(query: () => string, paused?: () => boolean): Polled<FreeGpus> {
  return usePolling({
    key: query,
    request: fetchFreeGpus,
    everyMillis: FREE_MILLIS,
    ...(paused === undefined ? {} : { paused }),
  })
}
