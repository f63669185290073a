import type { Problem } from '@/api/problem'
import type { Snapshot } from '@/api/types'
import type { useLive } from '@/store/live'
import type { Link } from '@/stream/feed'

export type ConnectionState =
  'connecting' | 'catchingUp' | 'live' | 'reconnecting' | 'stale' | 'paused' | 'noGpu' | 'unauthorised'

interface Facts {
  snapshot: Snapshot | null
  link: Link
  problem: Problem | null
  lost: boolean
  paused: boolean
  stale: boolean
  /** Whether messages of a stalled connection are still arriving. */
  behind: boolean
}

/** The most important state of the connection: failures of the page before choices of the user. */
export function connectionState({ snapshot, link, problem, lost, paused, stale, behind }: Facts): ConnectionState {
  if (problem?.kind === 'unauthorised') return 'unauthorised'
  if (lost || link.kind === 'waiting') return 'reconnecting'
  if (paused && snapshot !== null) return 'paused'
  if (behind) return 'catchingUp'
  if (snapshot === null) return 'connecting'
  if (stale) return 'stale'
  return snapshot.gpus.length === 0 ? 'noGpu' : 'live'
}

/** The state of the connection of the page. */
export function currentState(live: ReturnType<typeof useLive>, snapshot = live.snapshot.value): ConnectionState {
  return connectionState({
    snapshot,
    link: live.link.value,
    problem: live.problem.value,
    lost: live.lostMillis.value !== null,
    paused: live.paused.value,
    stale: live.stale.value,
    behind: live.caughtUpTo.value !== null,
  })
}
