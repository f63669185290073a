import type { Problem } from '@/api/problem'
import type { Snapshot } from '@/api/types'

/** How the page stands with its source of snapshots. */
export type Link =
  { kind: 'connecting' } | { kind: 'open' } | { kind: 'waiting'; attempt: number; retryInMillis: number }

/** What a stream tells beside snapshots, by the names of its events. */
export const TOLD_KINDS = ['gpu-event', 'insight'] as const
export type ToldKind = (typeof TOLD_KINDS)[number]

export interface FeedListener {
  /** The newest, as it comes. */
  snapshot: (snapshot: Snapshot) => void
  /** One that came before it: from before the first, or of an outage. */
  past: (snapshot: Snapshot) => void
  link: (link: Link) => void
  /** Why there are no snapshots, as far as the server says it; null once nothing is known to be wrong. */
  problem: (problem: Problem | null) => void
  /** What is told beside snapshots, as it was told. What is missed in an outage is to be asked for. */
  told?: (kind: ToldKind, text: string) => void
}

/** Where snapshots come from: the server's stream, or a recording in a test. */
export interface Feed {
  start: (listener: FeedListener) => void
  retryNow: () => void
  /** The GPUs with nothing but their limits, which snapshots do not carry. */
  limits: () => Promise<Snapshot>
  /** Indexes of the GPUs that a frame shows; null or absent where it shows all. */
  chosen?: () => readonly number[] | null
  stop: () => void
}
