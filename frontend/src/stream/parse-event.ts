import { parseSnapshot } from '@/api/parse'
import type { Snapshot } from '@/api/types'

/** Parses the snapshot of an event; null if it is malformed. */
export function parseEvent(data: string): Snapshot | null {
  try {
    return parseSnapshot(JSON.parse(data))
  } catch {
    return null
  }
}
