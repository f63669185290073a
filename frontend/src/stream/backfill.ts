import type { Snapshot } from '@/api/types'
import { parseEvent } from './parse-event'
import type { Stream } from './ports'

/** A replay is as fast as the connection; silence is a failure. */
const SILENCE_MILLIS = 20_000
const RETRY_MILLIS = 10_000
const MAX_ATTEMPTS = 4

/**
 * Fetches the snapshots before one that has already arrived: a second stream replays them from a known event on, oldest
 * first, and is closed at the end. If it fails, as on a server with too many subscribers, it is retried a few times, and
 * once more with the next connection.
 */
export class Backfill {
  private stream: Stream | null = null
  private due: ReturnType<typeof setTimeout> | undefined
  /** The last fetched event, while there are more to fetch. */
  private reached: string | null = null
  private attempts = 0

  constructor(
    private readonly open: (lastEventId: string) => Stream,
    private readonly found: (snapshot: Snapshot) => void,
  ) {}

  /** Whether an earlier attempt is incomplete. */
  get isUnfinished(): boolean {
    return this.reached !== null
  }

  /** Fetches the snapshots after an event, or after the end of an incomplete attempt, up to that sequence. */
  start(after: string, until: number): void {
    this.stop()
    this.attempts = 0
    this.listen(this.reached ?? after, until)
  }

  stop(): void {
    clearTimeout(this.due)
    this.stream?.close()
    this.stream = null
  }

  private listen(after: string, until: number): void {
    this.reached = after
    this.attempts++
    const stream = this.open(after)
    this.stream = stream
    const broken = () => {
      if (this.stream === stream) this.retry(until)
    }
    this.expectMore(broken)
    stream.addEventListener('snapshot', (event) => {
      if (this.stream !== stream) return
      this.expectMore(broken)
      const snapshot = parseEvent(event.data)
      if (snapshot === null) return
      if (snapshot.sequence >= until) {
        this.stop()
        this.reached = null
        return
      }
      this.reached = event.lastEventId
      this.found(snapshot)
    })
    stream.addEventListener('error', broken)
  }

  private expectMore(broken: () => void): void {
    clearTimeout(this.due)
    this.due = setTimeout(broken, SILENCE_MILLIS)
  }

  private retry(until: number): void {
    this.stop()
    if (this.attempts >= MAX_ATTEMPTS) return
    this.due = setTimeout(() => {
      this.listen(this.reached ?? '', until)
    }, RETRY_MILLIS)
  }
}
