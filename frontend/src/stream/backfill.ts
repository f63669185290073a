import type { Snapshot } from '@/api/types'
import { parseEvent } from './parse-event'
import type { Stream } from './ports'

/** A replay comes as fast as the link carries it; silence is its end. */
const SILENCE_MILLIS = 20_000
const TRY_AGAIN_MILLIS = 10_000
const MOST_ATTEMPTS = 4

/**
 * Fetches what lies before a snapshot that has come already: a second stream, resumed where the page's knowledge ends,
 * brings it oldest first and is closed when it has caught up. Where it breaks off, as on a server without room for
 * another subscriber, it is tried again a few times, and once more with the next connection.
 */
export class Backfill {
  private stream: Stream | null = null
  private due: ReturnType<typeof setTimeout> | undefined
  /** The event up to which the past is known, while there is more to fetch. */
  private reached: string | null = null
  private attempts = 0

  constructor(
    private readonly open: (lastEventId: string) => Stream,
    private readonly found: (snapshot: Snapshot) => void,
  ) {}

  /** Whether an earlier one has left something to fetch. */
  get isUnfinished(): boolean {
    return this.reached !== null
  }

  /** Fetches what follows an event, or what an earlier one has left, up to the snapshot of that sequence. */
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
      if (this.stream === stream) this.tryAgain(until)
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

  private tryAgain(until: number): void {
    this.stop()
    if (this.attempts >= MOST_ATTEMPTS) return
    this.due = setTimeout(() => {
      this.listen(this.reached ?? '', until)
    }, TRY_AGAIN_MILLIS)
  }
}
