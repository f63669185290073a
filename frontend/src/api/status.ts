import { apiAddress } from './address'
import type { Status } from './types'

/** Asks gpulse what it knows of itself; fails with the server's own words where it has some. */
export async function fetchStatus(): Promise<Status> {
  const response = await fetch(apiAddress('status'), { headers: { Accept: 'application/json' }, cache: 'no-store' })
  if (!response.ok) throw new Error(await problemOf(response))
  return (await response.json()) as Status
}

async function problemOf(response: Response): Promise<string> {
  const said = `HTTP ${response.status}`
  const problem: unknown = await response.json().catch(() => null)
  if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return said
  return typeof problem.detail === 'string' ? problem.detail : said
}
