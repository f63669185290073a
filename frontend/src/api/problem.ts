/** Why there was no usable response, in a form that can be posted to another page. */
export interface Problem {
  /** 401 or 403; another status; not JSON of gpulse, such as the page of a proxy; JSON of another form. */
  kind: 'unauthorised' | 'refused' | 'unexpected' | 'malformed'
  status: number
  /** The `detail` of RFC 9457 or another explanation; empty where there is none. */
  detail: string
}

/** Without credentials nothing is requested more often: nothing changes until the user signs in. */
const UNAUTHORISED_MILLIS = 60_000
const NOT_SIGNED_IN = 401
const UNAUTHORISED = [NOT_SIGNED_IN, 403]
/** The longest wait for a machine that may have recovered by then. */
const MOST_MILLIS = 300_000

/** A request that failed, and how long to wait before the next one. */
export class RequestError extends Error {
  constructor(
    readonly problem: Problem,
    readonly waitMillis = 0,
  ) {
    super(problem.detail === '' ? `HTTP ${problem.status}` : problem.detail)
  }
}

/** Reads a response whose status is no success. */
export async function errorOf(response: Response): Promise<RequestError> {
  const { status } = response
  const detail = await detailOf(response)
  if (UNAUTHORISED.includes(status)) {
    // The detail of a 401 is for authors of clients; the user of a browser signs in.
    const shown = status === NOT_SIGNED_IN ? '' : detail
    return new RequestError({ kind: 'unauthorised', status, detail: shown }, UNAUTHORISED_MILLIS)
  }
  const waitMillis = retryAfterMillis(response.headers.get('Retry-After'), Date.now())
  return new RequestError({ kind: 'refused', status, detail }, waitMillis)
}

/** A response of something else, such as the sign-in page of a proxy. */
export function unexpectedContent(response: Response): RequestError {
  const type = response.headers.get('Content-Type')?.split(';')[0]?.trim()
  return new RequestError({ kind: 'unexpected', status: response.status, detail: type ?? '' })
}

export function malformedResponse(): RequestError {
  return new RequestError({ kind: 'malformed', status: 200, detail: 'The answer has another form than expected.' })
}

/** How long to wait before the next request, at least the usual time. */
export function retryDelayAfter(error: unknown, usualMillis: number): number {
  return error instanceof RequestError ? Math.max(usualMillis, error.waitMillis) : usualMillis
}

/** The header has seconds or a date; the date is by the server's clock, which may differ from this one. */
export function retryAfterMillis(header: string | null, now: number): number {
  if (header === null || header.trim() === '') return 0
  const seconds = Number(header)
  const millis = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return Number.isNaN(millis) ? 0 : Math.min(Math.max(0, millis), MOST_MILLIS)
}

/** A failed request in brief: the status of the response, 0 without one, and a text. */
export interface Failure {
  status: number
  detail: string
}

export function failureOf(error: unknown): Failure {
  if (error instanceof RequestError) return { status: error.problem.status, detail: error.message }
  return { status: 0, detail: error instanceof Error ? error.message : String(error) }
}

async function detailOf(response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => null)
  if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return ''
  return typeof problem.detail === 'string' ? problem.detail : ''
}
