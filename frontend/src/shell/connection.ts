import type { Snapshot } from '@/api/types'
import type { Link } from '@/feed/feed'

export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'stale' | 'paused' | 'noGpu'

interface Facts {
  snapshot: Snapshot | null
  link: Link
  lost: boolean
  paused: boolean
  stale: boolean
}

/** The one thing about the connection that matters most: what the page cannot do comes before what it was told. */
export function connectionState({ snapshot, link, lost, paused, stale }: Facts): ConnectionState {
  if (lost || link.kind === 'waiting') return 'reconnecting'
  if (snapshot === null) return 'connecting'
  if (paused) return 'paused'
  if (stale) return 'stale'
  return snapshot.gpus.length === 0 ? 'noGpu' : 'live'
}
