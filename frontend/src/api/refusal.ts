/** Why there was no answer that can be used, in a form that can be handed from one page to another. */
export interface Problem {
  /** Not signed in or not allowed; refused for another reason; answered by something else; unreadable. */
  kind: 'unauthorised' | 'refused' | 'foreign' | 'garbled'
  status: number
  /** In the words of who answered; empty where there were none. */
  said: string
}

/** Who is not signed in asks no more often than this: nothing changes until a person does something. */
const UNAUTHORISED_MILLIS = 60_000
const UNAUTHORISED = [401, 403]
/** Longer than this nobody waits for a machine that may be well by then. */
const MOST_MILLIS = 300_000

/** An answer that is of no use, and how long to leave the server alone after it. */
export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly waitMillis = 0,
  ) {
    super(problem.said === '' ? `HTTP ${problem.status}` : problem.said)
  }
}

/** Reads what a server said that did not answer as asked. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const { status } = response
  const said = await detailOf(response)
  if (UNAUTHORISED.includes(status)) return new Refusal({ kind: 'unauthorised', status, said }, UNAUTHORISED_MILLIS)
  const waitMillis = retryAfterMillis(response.headers.get('Retry-After'), Date.now())
  return new Refusal({ kind: 'refused', status, said }, waitMillis)
}

/** Something else took the question, say the sign-in page of a proxy. */
export function foreign(response: Response): Refusal {
  const type = response.headers.get('Content-Type')?.split(';')[0]?.trim()
  return new Refusal({ kind: 'foreign', status: response.status, said: type ?? '' })
}

export function garbled(): Refusal {
  return new Refusal({ kind: 'garbled', status: 200, said: 'The answer has another form than expected.' })
}

/** How long to wait before asking again, at least the usual time. */
export function patienceAfter(refusal: unknown, usualMillis: number): number {
  return refusal instanceof Refusal ? Math.max(usualMillis, refusal.waitMillis) : usualMillis
}

/** The header has seconds or a date; the date is by the server's clock, which nobody should rely on for long. */
export function retryAfterMillis(header: string | null, now: number): number {
  if (header === null || header.trim() === '') return 0
  const seconds = Number(header)
  const millis = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return Number.isNaN(millis) ? 0 : Math.min(Math.max(0, millis), MOST_MILLIS)
}

async function detailOf(response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => null)
  if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return ''
  return typeof problem.detail === 'string' ? problem.detail : ''
}
