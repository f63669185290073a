import type { Snapshot } from '@/api/types'
import { retryMillis } from './backoff'
import type { Feed, FeedListener } from './feed'

/** The part of an EventSource that the feed needs; the numbers are those of its readyState. */
export interface Stream {
  readonly readyState: number
  addEventListener: (type: string, handler: (event: MessageEvent<string>) => void) => void
  close: () => void
}

export interface Ports {
  open: (lastEventId: string) => Stream
  /** Says in words why the server refuses the stream, or null when it has nothing to say. */
  explain: () => Promise<string | null>
  limits: () => Promise<Snapshot>
  /** From 0 to 1. */
  jitter: () => number
}

/** No process ever gave out this id, so the server answers it with everything its ring still holds. */
const FROM_THE_BEGINNING = '1'
const CLOSED = 2
const SILENCE_MILLIS = 20_000
const SILENT_PERIODS = 10

/**
 * Snapshots from the server, with reconnects of our own: a browser's EventSource gives up for good on an HTTP error,
 * cannot be asked when it will try again, and does not notice a connection that died without a word.
 */
export class LiveFeed implements Feed {
  private listener: FeedListener | null = null
  private stream: Stream | null = null
  private lastEventId = FROM_THE_BEGINNING
  private attempt = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private watchdog: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly ports: Ports) {}

  start(listener: FeedListener): void {
    this.listener = listener
    this.connect()
  }

  retryNow(): void {
    this.connect()
  }

  limits(): Promise<Snapshot> {
    return this.ports.limits()
  }

  stop(): void {
    this.hangUp()
    this.listener = null
  }

  private connect(): void {
    this.hangUp()
    if (this.attempt === 0) this.listener?.link({ kind: 'connecting' })
    const stream = this.ports.open(this.lastEventId)
    this.stream = stream
    stream.addEventListener('open', () => {
      this.listener?.link({ kind: 'open' })
      this.expectMore(0)
    })
    stream.addEventListener('snapshot', (event) => {
      this.accept(event)
    })
    stream.addEventListener('error', () => {
      this.lost(stream.readyState === CLOSED)
    })
  }

  private accept(event: MessageEvent<string>): void {
    const snapshot = JSON.parse(event.data) as Snapshot
    this.lastEventId = event.lastEventId === '' ? String(snapshot.sequence) : event.lastEventId
    // Only a snapshot proves the server well: one that accepts and drops us must not be hammered.
    this.attempt = 0
    this.expectMore(snapshot.everyMillis)
    this.listener?.snapshot(snapshot)
  }

  private expectMore(everyMillis: number): void {
    clearTimeout(this.watchdog)
    const patience = Math.max(SILENCE_MILLIS, SILENT_PERIODS * everyMillis)
    this.watchdog = setTimeout(() => {
      this.lost(false)
    }, patience)
  }

  private lost(refused: boolean): void {
    this.hangUp()
    this.attempt++
    const retryInMillis = retryMillis(this.attempt, this.ports.jitter())
    const due = setTimeout(() => {
      this.connect()
    }, retryInMillis)
    this.retry = due
    this.listener?.link({ kind: 'waiting', attempt: this.attempt, retryInMillis })
    if (refused) void this.explain(due)
  }

  private async explain(asked: ReturnType<typeof setTimeout>): Promise<void> {
    const problem = await this.ports.explain()
    if (problem !== null && this.retry === asked) this.listener?.problem(problem)
  }

  private hangUp(): void {
    clearTimeout(this.retry)
    clearTimeout(this.watchdog)
    this.retry = undefined
    this.stream?.close()
    this.stream = null
  }
}
