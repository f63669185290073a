import { getJson } from './request'
import { parseStatus } from './parse'
import type { Status } from './types'

/** Asks gpulse what it knows of itself. */
export function fetchStatus(): Promise<Status> {
  return getJson('status', parseStatus)
}
