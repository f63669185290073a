import { apiAddress } from './address'
import { foreign, garbled, refusalOf } from './refusal'

/** How long an answer is waited for, in ms. */
export const ANSWER_MILLIS = 10_000

const UNAUTHORISED = 401
const listeners = new Set<() => void>()

/** Calls back whenever the server does not know who asks; returns how to end that. */
export function onUnauthorised(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the server once; fails with its own words where it has some. */
export function ask<T>(path: string, query: Record<string, string> = {}, signal?: AbortSignal): Promise<T> {
  const address = apiAddress(path)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return askAt<T>(address, signal)
}

/** The same for who has no document to find addresses by. */
export async function askAt<T>(address: URL, signal = AbortSignal.timeout(ANSWER_MILLIS)): Promise<T> {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, cache: 'no-store', signal })
  if (response.status === UNAUTHORISED) for (const listener of listeners) listener()
  if (!response.ok) throw await refusalOf(response)
  try {
    return (await response.json()) as T
  } catch (failure) {
    // An answer that was broken off is not one of somebody else.
    throw failure instanceof SyntaxError ? foreign(response) : failure
  }
}

/** What was asked for, or a refusal where the answer is something else. */
export function as<T>(read: (told: unknown) => T | null): (told: unknown) => T {
  return (told) => {
    const answer = read(told)
    if (answer === null) throw garbled()
    return answer
  }
}
