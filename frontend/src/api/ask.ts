import { apiAddress } from './address'

/** Asks the server once; fails with its own words where it has some. */
export function ask<T>(path: string, query: Record<string, string> = {}, signal?: AbortSignal): Promise<T> {
  const address = apiAddress(path)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return askAt<T>(address, signal)
}

/** The same for who has no document to find addresses by. */
export async function askAt<T>(address: URL, signal: AbortSignal | null = null): Promise<T> {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, cache: 'no-store', signal })
  if (!response.ok) throw new Error(await problemOf(response))
  return (await response.json()) as T
}

async function problemOf(response: Response): Promise<string> {
  const said = `HTTP ${response.status}`
  const problem: unknown = await response.json().catch(() => null)
  if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return said
  return typeof problem.detail === 'string' ? problem.detail : said
}
