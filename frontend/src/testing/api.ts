/** A request to the API, as a test server receives it. */
export interface ApiRequest {
  /** Path below `api/v1/`, without the query. */
  path: string
  query: URLSearchParams
  method: string
  /** Parsed JSON body, or null. */
  body: unknown
  /** Aborted when the client no longer waits. */
  signal?: AbortSignal | null
}

export interface ApiResponse {
  status: number
  /** Sent as JSON; a text as it is. */
  body: unknown
  headers?: Record<string, string>
}

/** Returns the response to a request, or null to leave it to the next handler. */
export type ApiHandler = (request: ApiRequest) => ApiResponse | null | Promise<ApiResponse | null>

export function ok(body: unknown): ApiResponse {
  return { status: 200, body }
}

/** A problem detail. */
export function refused(status: number, detail: string, headers: Record<string, string> = {}): ApiResponse {
  return {
    status,
    body: { title: 'Refused', status, detail },
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  }
}

/** Splits the address of a request; null for an address that is not part of the API. */
export function apiRequest(address: string, method: string, body: string | null): ApiRequest | null {
  const url = new URL(address, 'http://localhost/')
  const path = url.pathname.split('/api/v1/')[1]
  if (path === undefined) return null
  return {
    path,
    query: url.searchParams,
    method,
    body: body === null || body === '' ? null : (JSON.parse(body) as unknown),
  }
}

/** The response of the first handler that returns one. */
export async function firstResponse(handlers: readonly ApiHandler[], request: ApiRequest): Promise<ApiResponse | null> {
  for (const handler of handlers) {
    const response = await handler(request)
    if (response !== null) return response
  }
  return null
}
