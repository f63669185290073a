import { apiAddress } from './address'
import { errorOf, malformedResponse, unexpectedContent } from './problem'

/** After so many ms without a response a request is given up. */
export const REQUEST_TIMEOUT_MILLIS = 10_000

const UNAUTHORISED = 401
const listeners = new Set<() => void>()

/** Calls back at each 401; returns how to end that. */
export function onUnauthorised(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends one GET; fails with the server's `detail` where it has one. */
export function getJson<T>(path: string, query: Record<string, string> = {}, signal?: AbortSignal): Promise<T> {
  const address = apiAddress(path)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return getJsonAt<T>(address, signal)
}

/** The same where there is no document to resolve addresses by. */
export async function getJsonAt<T>(address: URL, signal = AbortSignal.timeout(REQUEST_TIMEOUT_MILLIS)): Promise<T> {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, cache: 'no-store', signal })
  if (response.status === UNAUTHORISED) for (const listener of listeners) listener()
  if (!response.ok) throw await errorOf(response)
  try {
    return (await response.json()) as T
  } catch (failure) {
    // A response that broke off is not another server's.
    throw failure instanceof SyntaxError ? unexpectedContent(response) : failure
  }
}

/** Sends a request that changes something; fails with the server's `detail` where it has one. */
export async function send(path: string, request: RequestInit): Promise<Response> {
  const response = await fetch(apiAddress(path), { ...request, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MILLIS) })
  if (!response.ok) throw await errorOf(response)
  return response
}

/** Applies a parser; throws where the response has another form. */
export function parsedBy<T>(read: (json: unknown) => T | null): (json: unknown) => T {
  return (json) => {
    const answer = read(json)
    if (answer === null) throw malformedResponse()
    return answer
  }
}
