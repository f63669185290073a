import type { Problem } from '@/api/problem'
import type { Start } from '@/api/start'
import type { Snapshot } from '@/api/types'

/** State of the connection to the source of snapshots. */
export type Link =
  | { kind: 'connecting' }
  /** With snapshots one by one if a proxy buffers streams. */
  | { kind: 'open'; isPolled?: true }
  | { kind: 'waiting'; attempt: number; retryInMillis: number }

/** Names of the events of a stream other than snapshots. */
export const NOTIFICATION_KINDS = ['gpu-event', 'insight'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

export interface FeedListener {
  /** The newest snapshot. */
  snapshot: (snapshot: Snapshot) => void
  /** An older snapshot: from before the first, or of an outage. */
  past: (snapshot: Snapshot) => void
  link: (link: Link) => void
  /** The reason for missing snapshots, if the server reports one; null without a problem. */
  problem: (problem: Problem | null) => void
  /** An event other than a snapshot, unparsed. Events of an outage must be requested. */
  notification?: (kind: NotificationKind, text: string) => void
}

/** A source of snapshots: the server's stream, or a recording in a test. */
export interface Feed {
  start: (listener: FeedListener) => void
  /** The first response of the server, once the feed is started; null if it failed. Absent if there is none. */
  readonly first?: Promise<Start | null> | undefined
  retryNow: () => void
  /** Indexes of the GPUs that a frame shows; null or absent for all. */
  chosen?: () => readonly number[] | null
  stop: () => void
}
