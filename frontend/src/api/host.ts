import { getJson } from './request'
import { parseHost } from './parse'
import type { Host } from './types'

const PROCESSES = '8'

/** The machine with its parts and busiest processes; the stream omits them, because few pages need them. */
export function fetchHost(signal: AbortSignal): Promise<Host> {
  return getJson('host', parseHost, { processes: PROCESSES }, signal)
}
