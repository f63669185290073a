import { ANSWER_MILLIS, as, askAt } from '@/api/ask'
import { foreign, Refusal, refusalOf } from '@/api/refusal'
import { parseSnapshot, parseStatus } from '@/api/parse'
import type { Ports } from './live-feed'

const EVENTS = 'text/event-stream'

/** The server's stream at an absolute address. Needs no document, so that it works in a worker too. */
export function portsOf(stream: URL): Omit<Ports, 'limits'> {
  const beside = (path: string) => new URL(path, stream)
  return {
    open: (lastEventId) => {
      const address = new URL(stream)
      address.searchParams.set('lastEventId', lastEventId)
      return new EventSource(address)
    },
    latest: () => askAt(beside(`snapshot${stream.search}`)).then(as(parseSnapshot)),
    explain: async () => (await refusalIn(askStatus(beside('status')))) ?? (await refusalIn(tryStream(stream))),
    jitter: Math.random,
  }
}

/** An EventSource does not tell why it was refused: an ordinary request meets the same refusal and can be read. */
async function askStatus(status: URL): Promise<void> {
  as(parseStatus)(await askAt(status))
}

/** Some refusals concern the stream only, like that of a server which has no room for another subscriber. */
async function tryStream(stream: URL): Promise<void> {
  const enough = new AbortController()
  const impatience = setTimeout(() => {
    enough.abort()
  }, ANSWER_MILLIS)
  try {
    const response = await fetch(stream, { headers: { Accept: EVENTS }, cache: 'no-store', signal: enough.signal })
    if (!response.ok) throw await refusalOf(response)
    if (response.headers.get('Content-Type')?.startsWith(EVENTS) !== true) throw foreign(response)
  } finally {
    clearTimeout(impatience)
    enough.abort()
  }
}

/** A server that cannot be reached refuses nothing. */
function refusalIn(asking: Promise<void>): Promise<Refusal | null> {
  return asking.then(
    () => null,
    (failure: unknown) => (failure instanceof Refusal ? failure : null),
  )
}
