import { apiAddress } from '@/api/address'
import { fetchLimits } from '@/api/limits'
import { fetchStatus } from '@/api/status'
import { LiveFeed } from './live-feed'

/** The feed of the server this page came from. */
export function serverFeed(): LiveFeed {
  return new LiveFeed({ open, explain, limits: fetchLimits, jitter: Math.random })
}

function open(lastEventId: string): EventSource {
  const address = apiAddress('stream')
  address.searchParams.set('view', 'core')
  address.searchParams.set('lastEventId', lastEventId)
  return new EventSource(address)
}

/** An EventSource does not tell why it was refused: an ordinary request meets the same refusal and can be read. */
function explain(): Promise<string | null> {
  return fetchStatus().then(
    () => null,
    (refusal: unknown) => (refusal instanceof Error ? refusal.message : null),
  )
}
