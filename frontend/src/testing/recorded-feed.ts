import type { Problem } from '@/api/problem'
import type { Snapshot } from '@/api/types'
import type { Feed, FeedListener, Link, NotificationKind } from '@/stream/feed'

/** A feed that plays the snapshots of a test. */
export class RecordedFeed implements Feed {
  starts = 0
  retries = 0
  stops = 0
  /** Response to requests for limits. */
  recordedLimits: Snapshot | null = null
  private listener: FeedListener | null = null

  start(listener: FeedListener): void {
    this.starts++
    this.listener = listener
  }

  play(...snapshots: Snapshot[]): void {
    this.listener?.link({ kind: 'open' })
    for (const snapshot of snapshots) this.listener?.snapshot(snapshot)
  }

  /** Plays snapshots of the past. */
  past(...snapshots: Snapshot[]): void {
    for (const snapshot of snapshots) this.listener?.past(snapshot)
  }

  /** Plays a snapshot without a change of the connection. */
  snapshot(snapshot: Snapshot): void {
    this.listener?.snapshot(snapshot)
  }

  link(link: Link): void {
    this.listener?.link(link)
  }

  problem(problem: Problem | null): void {
    this.listener?.problem(problem)
  }

  told(kind: NotificationKind, message: unknown): void {
    this.listener?.notification?.(kind, typeof message === 'string' ? message : JSON.stringify(message))
  }

  retryNow(): void {
    this.retries++
  }

  limits(): Promise<Snapshot> {
    return this.recordedLimits === null ? Promise.reject(new Error('none')) : Promise.resolve(this.recordedLimits)
  }

  stop(): void {
    this.stops++
    this.listener = null
  }
}
