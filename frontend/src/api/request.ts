import { apiAddress } from './address'
import { errorOf, malformedResponse, unexpectedContent } from './problem'

/** Time limit of a request. */
export const REQUEST_TIMEOUT_MILLIS = 10_000

const UNAUTHORISED = 401
const listeners = new Set<() => void>()

/** Adds a listener of 401 responses; returns a function that removes it. */
export function onUnauthorised(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns null where a response has another form than that of the contract. */
type Parse<T> = (json: unknown) => T | null

/** Sends one GET and parses the response; fails with the server's `detail` where it has one. */
export function getJson<T>(path: string, parse: Parse<T>, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const address = apiAddress(path)
  for (const [name, value] of parameters(query)) address.searchParams.set(name, value)
  return getJsonAt(address, parse, signal)
}

/** The same for a response in plain text. */
export async function getText(path: string, query: Record<string, string>, signal: AbortSignal): Promise<string> {
  const address = apiAddress(path)
  for (const [name, value] of parameters(query)) address.searchParams.set(name, value)
  const response = await fetch(address, { headers: { Accept: 'text/plain' }, cache: 'no-store', signal })
  if (!response.ok) throw await errorOf(response)
  return response.text()
}

/** Parameters by name, or as an address has them. */
type Query = string | Record<string, string>

function parameters(query: Query): Iterable<[string, string]> {
  return typeof query === 'string' ? new URLSearchParams(query) : Object.entries(query)
}

/** The same for an absolute address, for workers, which have no document. */
export async function getJsonAt<T>(
  address: URL,
  parse: Parse<T>,
  signal = AbortSignal.timeout(REQUEST_TIMEOUT_MILLIS),
): Promise<T> {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, cache: 'no-store', signal })
  if (response.status === UNAUTHORISED) for (const listener of listeners) listener()
  if (!response.ok) throw await errorOf(response)
  const json: unknown = await response.json().catch((failure: unknown) => {
    // A response that was cut off is from this server.
    throw failure instanceof SyntaxError ? unexpectedContent(response) : failure
  })
  return parsed(json, parse)
}

/** Sends a request that changes something; fails with the server's `detail` where it has one. */
export async function send(path: string, request: RequestInit): Promise<Response> {
  const response = await fetch(apiAddress(path), { ...request, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MILLIS) })
  if (!response.ok) throw await errorOf(response)
  return response
}

/** Applies a parser; throws where the response has another form. */
export function parsed<T>(json: unknown, parse: Parse<T>): T {
  const answer = parse(json)
  if (answer === null) throw malformedResponse()
  return answer
}
