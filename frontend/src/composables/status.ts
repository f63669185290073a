import { fetchStatus } from '@/api/status'
import { usePolling } from './polling'

/** How often a server without a GPU looks for one. */
export const RETRY_SOURCE_MILLIS = 10_000

/** The status of gpulse, queried while the page is visible and it is wanted. */
export function useStatus(wanted: () => boolean = () => true) {
  const { answer, problem, refresh } = usePolling({
    key: () => (wanted() ? 'status' : null),
    request: (_, signal) => fetchStatus(signal),
    everyMillis: RETRY_SOURCE_MILLIS,
  })
  return { status: answer, problem, refresh }
}
