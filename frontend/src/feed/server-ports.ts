import { askAt } from '@/api/ask'
import type { Snapshot } from '@/api/types'
import type { Ports } from './live-feed'

const ANSWER_MILLIS = 10_000

/** The server's stream at an absolute address. Needs no document, so that it works in a worker too. */
export function portsOf(stream: URL): Omit<Ports, 'limits'> {
  const beside = (path: string) => new URL(path, stream)
  return {
    open: (lastEventId) => {
      const address = new URL(stream)
      address.searchParams.set('lastEventId', lastEventId)
      return new EventSource(address)
    },
    latest: () => askAt<Snapshot>(beside(`snapshot${stream.search}`), AbortSignal.timeout(ANSWER_MILLIS)),
    explain: () => explain(beside('status')),
    jitter: Math.random,
  }
}

/** An EventSource does not tell why it was refused: an ordinary request meets the same refusal and can be read. */
function explain(status: URL): Promise<string | null> {
  return askAt(status).then(
    () => null,
    (refusal: unknown) => (refusal instanceof Error ? refusal.message : null),
  )
}
