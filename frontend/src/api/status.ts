import { as, ask } from './ask'
import { parseStatus } from './parse'
import type { Status } from './types'

/** Asks gpulse what it knows of itself. */
export function fetchStatus(): Promise<Status> {
  return ask('status').then(as(parseStatus))
}
