import type { Snapshot } from '@/api/types'
import { parseEvent } from './parse-event'
import type { Stream } from './live-feed'

/** A replay comes as fast as the link carries it; silence is its end. */
const SILENCE_MILLIS = 20_000

/**
 * Fetches what lies before a snapshot that has come already: a second stream, resumed where the page's knowledge ends,
 * brings it oldest first and is closed when it has caught up. It fails silently: the past then stays a gap.
 */
export class Backfill {
  private stream: Stream | null = null
  private silence: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly open: (lastEventId: string) => Stream,
    private readonly found: (snapshot: Snapshot) => void,
  ) {}

  /** Fetches what follows an event, up to the snapshot of that sequence. */
  start(after: string, until: number): void {
    this.stop()
    const stream = this.open(after)
    this.stream = stream
    this.expectMore()
    stream.addEventListener('snapshot', (event) => {
      if (this.stream !== stream) return
      const snapshot = parseEvent(event.data)
      if (snapshot === null || snapshot.sequence >= until) {
        this.stop()
        return
      }
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
