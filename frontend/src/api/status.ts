import { ask } from './ask'
import type { Status } from './types'

/** Asks gpulse what it knows of itself. */
export function fetchStatus(): Promise<Status> {
  return ask<Status>('status')
}
