import { getJson } from './request'
import { parseStatus } from './parse'
import type { Status } from './types'

export function fetchStatus(signal: AbortSignal): Promise<Status> {
  return getJson('status', parseStatus, {}, signal)
}
