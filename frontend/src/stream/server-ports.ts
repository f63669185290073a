import { parseSnapshot, parseStatus } from '@/api/parse'
import { errorOf, RequestError, unexpectedContent } from '@/api/problem'
import { getJsonAt, REQUEST_TIMEOUT_MILLIS } from '@/api/request'
import type { Ports } from './ports'

const EVENTS = 'text/event-stream'

/** The server's stream at an absolute address. Needs no document, so that it works in a worker too. */
export function portsOf(stream: URL): Omit<Ports, 'limits'> {
  const beside = (path: string) => new URL(path, stream)
  return {
    open: (lastEventId) => {
      const address = new URL(stream)
      if (lastEventId !== null) address.searchParams.set('lastEventId', lastEventId)
      return new EventSource(address)
    },
    latest: () => getJsonAt(beside(`snapshot${stream.search}`), parseSnapshot),
    explain: async () => (await errorIn(requestStatus(beside('status')))) ?? (await errorIn(tryStream(stream))),
    jitter: Math.random,
  }
}

/** An EventSource does not tell why it was refused: an ordinary request meets the same error and can be read. */
async function requestStatus(status: URL): Promise<void> {
  await getJsonAt(status, parseStatus)
}

/** Some errors concern the stream only, like that of a server which has no room for another subscriber. */
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

/** The error of a request; none where the server cannot be reached. */
function errorIn(request: Promise<void>): Promise<RequestError | null> {
  return request.then(
    () => null,
    (failure: unknown) => (failure instanceof RequestError ? failure : null),
  )
}
