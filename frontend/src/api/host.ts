import { getJson } from './request'
import { parseHost } from './parse'
import type { Host } from './types'

const PROCESSES = '8'

/** The machine with its parts and its busiest processes; the stream leaves them out, because few pages need them. */
export function fetchHost(signal: AbortSignal): Promise<Host> {
  return getJson('host', parseHost, { processes: PROCESSES }, signal)
}
