import type { Snapshot } from '@/api/types'
import type { Feed, FeedListener } from '../feed'
import { Ear } from './ear'
import type { Say, Told } from './line'
import type { Presence } from './presence'

/** An open line to a worker. */
export interface WorkerLine {
  say: Say
  close: () => void
}

export interface WorkerPorts {
  /** Opens the line, or throws. What fails later is reported by the last callback. */
  open: (hear: (told: Told) => void, failed: () => void) => WorkerLine
  limits: () => Promise<Snapshot>
  presence: Presence
  /** The feed to fall back to. */
  otherwise: () => Feed
}

/** A worker that runs says something at once; this is for machines that are busy with other things. */
const START_MILLIS = 4000
/** Even one that cannot reach its server says so more often; longer than the feed's own patience. */
const SILENCE_MILLIS = 40_000
const SILENT_PERIODS = 12

/** Snapshots from the worker that holds the stream for all pages, or another feed where there is no such worker. */
export class WorkerFeed implements Feed {
  private line: WorkerLine | null = null
  private fallback: Feed | null = null
  private unfollow: (() => void) | null = null
  private patience: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly ports: WorkerPorts) {}

  start(listener: FeedListener): void {
    const ear = new Ear(listener)
    this.unfollow = this.ports.presence.follow(
      () => this.line?.say({ kind: 'bye' }),
      () => this.line?.say({ kind: 'hello', after: ear.last }),
    )
    this.connect(ear, () => {
      this.fallBack(listener)
    })
  }

  private connect(ear: Ear, failed: () => void): void {
    try {
      const line = this.ports.open((told) => {
        if (this.line !== line) return
        this.expectMore(ear, failed)
        ear.hear(told, line.say)
      }, failed)
      this.line = line
      this.patience = setTimeout(failed, START_MILLIS)
      line.say({ kind: 'hello', after: ear.last })
    } catch {
      failed()
    }
  }

  /** Browsers may end a worker to save memory, and tell nobody. */
  private expectMore(ear: Ear, failed: () => void): void {
    clearTimeout(this.patience)
    this.patience = setTimeout(
      () => {
        this.hangUp()
        this.connect(ear, failed)
      },
      Math.max(SILENCE_MILLIS, SILENT_PERIODS * ear.everyMillis),
    )
  }

  retryNow(): void {
    this.line?.say({ kind: 'retry' })
    this.fallback?.retryNow()
  }

  limits(): Promise<Snapshot> {
    return this.ports.limits()
  }

  stop(): void {
    this.unfollow?.()
    this.hangUp()
    this.fallback?.stop()
    this.fallback = null
  }

  private fallBack(listener: FeedListener): void {
    if (this.fallback !== null) return
    this.unfollow?.()
    this.hangUp()
    this.fallback = this.ports.otherwise()
    this.fallback.start(listener)
  }

  private hangUp(): void {
    clearTimeout(this.patience)
    this.line?.say({ kind: 'bye' })
    this.line?.close()
    this.line = null
  }
}
