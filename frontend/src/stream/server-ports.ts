import { parseSnapshot, parseStatus } from '@/api/parse'
import { errorOf, RequestError, unexpectedContent } from '@/api/problem'
import { getJsonAt, REQUEST_TIMEOUT_MILLIS } from '@/api/request'
import type { Ports } from './ports'

const EVENTS = 'text/event-stream'

/** The server's stream at an absolute address. Needs no document, so that it works in a worker too. */
export function portsOf(stream: URL): Ports {
  const sibling = (path: string) => new URL(path, stream)
  return {
    open: (lastEventId) => {
      const address = new URL(stream)
      if (lastEventId !== null) address.searchParams.set('lastEventId', lastEventId)
      return new EventSource(address)
    },
    latest: () => getJsonAt(sibling(`snapshot${stream.search}`), parseSnapshot),
    explain: async () => (await errorIn(requestStatus(sibling('status')))) ?? (await errorIn(tryStream(stream))),
    jitter: Math.random,
  }
}

/** An EventSource does not report its error; an ordinary request has the same one. */
async function requestStatus(status: URL): Promise<void> {
  await getJsonAt(status, parseStatus)
}

/** Some errors concern the stream only, as when the server has too many subscribers. */
async function tryStream(stream: URL): Promise<void> {
  const abort = new AbortController()
  const timeout = setTimeout(() => {
    abort.abort()
  }, REQUEST_TIMEOUT_MILLIS)
  try {
    const response = await fetch(stream, { headers: { Accept: EVENTS }, cache: 'no-store', signal: abort.signal })
    if (!response.ok) throw await errorOf(response)
    if (response.headers.get('Content-Type')?.startsWith(EVENTS) !== true) throw unexpectedContent(response)
  } finally {
    clearTimeout(timeout)
    abort.abort()
  }
}

/** The error of a request; null if the server is unreachable. */
function errorIn(request: Promise<void>): Promise<RequestError | null> {
  return request.then(
    () => null,
    (failure: unknown) => (failure instanceof RequestError ? failure : null),
  )
}
