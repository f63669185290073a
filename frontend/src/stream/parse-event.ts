import { parseSnapshot } from '@/api/parse'
import type { Snapshot } from '@/api/types'

/** The snapshot of an event, or null where it is none. */
export function parseEvent(data: string): Snapshot | null {
  try {
    return parseSnapshot(JSON.parse(data))
  } catch {
    return null
  }
}
