import { URLExt } from '@jupyterlab/coreutils'
import { ServerConnection } from '@jupyterlab/services'
import { Problem, type Catalog, type KernelsResponse, type State, type StatusResponse } from './contract'

const TIMEOUT_MILLIS = 5000

/** Requests to the Jupyter server. They do not throw: a failure is a `Problem`. */
export class Api {
  constructor(readonly settings: ServerConnection.ISettings = ServerConnection.makeSettings()) {}

  /** Returns null if gpulse is ready. */
  async problem(): Promise<Problem | null> {
    const answer = await this.get<StatusResponse>('gpulse-jupyterlab/status')
    if (answer instanceof Problem) return answer
    const { state, detail, parameters } = answer
    return state === 'READY' ? null : new Problem(state, detail, texts(parameters ?? {}))
  }

  kernels(): Promise<KernelsResponse | Problem> {
    return this.get<KernelsResponse>('gpulse-jupyterlab/kernels')
  }

  /** Reads the list of pages from gpulse once the status is that it is ready. */
  async catalog(): Promise<Catalog | Problem> {
    const problem = await this.problem()
    if (problem !== null) return problem
    const answer = await this.get<Catalog>('gpulse/embed.json')
    if (!(answer instanceof Problem) && answer.version === 1 && Array.isArray(answer.pages)) return answer
    return (await this.problem()) ?? new Problem('UNSUPPORTED_VERSION')
  }

  /** Returns the host name of gpulse's machine; null if it is unknown. */
  async hostname(): Promise<string | null> {
    const answer = await this.get<{ hostname?: string }>('gpulse/api/v1/host')
    return answer instanceof Problem ? null : (answer.hostname ?? null)
  }

  private async get<T extends object>(path: string): Promise<T | Problem> {
    const url = URLExt.join(this.settings.baseUrl, path)
    try {
      // With no-store, Jupyter appends a parameter to the address, which gpulse rejects.
      const init = { signal: AbortSignal.timeout(TIMEOUT_MILLIS), cache: 'no-cache' } as const
      const response = await ServerConnection.makeRequest(url, init, this.settings)
      if (response.ok && isJson(response)) return (await response.json()) as T
      return new Problem(stateOf(response))
    } catch {
      return new Problem('NO_JUPYTER')
    }
  }
}

function stateOf(response: Response): State {
  if (response.status === 401 || response.status === 403 || response.redirected) return 'SIGNED_OUT'
  return response.status === 404 ? 'NO_SERVER_EXTENSION' : 'NO_ANSWER'
}

function isJson(response: Response): boolean {
  return response.headers.get('Content-Type')?.includes('json') === true
}

function texts(parameters: Readonly<Record<string, unknown>>): Record<string, string> {
  const known = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]))
}
