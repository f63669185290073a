import type { Snapshot } from '@/api/types'
import { parseEvent } from './parse-event'
import type { Stream } from './live-feed'

/** A replay comes as fast as the link carries it; silence is its end. */
const SILENCE_MILLIS = 20_000

/**
 * Fetches what lies before a snapshot that has come already: a second stream, resumed where the page's knowledge ends,
 * brings it oldest first and is closed when it has caught up. It fails silently: what is missing then is fetched
 * when the next one starts.
 */
export class Backfill {
  private stream: Stream | null = null
  private silence: ReturnType<typeof setTimeout> | undefined
  /** The event up to which the past is known, while there is more to fetch. */
  private reached: string | null = null

  constructor(
    private readonly open: (lastEventId: string) => Stream,
    private readonly found: (snapshot: Snapshot) => void,
  ) {}

  /** Fetches what follows an event, or what an earlier one has left, up to the snapshot of that sequence. */
  start(after: string, until: number): void {
    this.stop()
    this.reached ??= after
    const stream = this.open(this.reached)
    this.stream = stream
    this.expectMore()
    stream.addEventListener('snapshot', (event) => {
      if (this.stream !== stream) return
      const snapshot = parseEvent(event.data)
      if (snapshot === null || snapshot.sequence >= until) {
        this.reached = null
        this.stop()
        return
      }
      this.reached = event.lastEventId
      this.expectMore()
      this.found(snapshot)
    })
    stream.addEventListener('error', () => {
      if (this.stream === stream) this.stop()
    })
  }

  stop(): void {
    clearTimeout(this.silence)
    this.stream?.close()
    this.stream = null
  }

  private expectMore(): void {
    clearTimeout(this.silence)
    this.silence = setTimeout(() => {
      this.stop()
    }, SILENCE_MILLIS)
  }
}
