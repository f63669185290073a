/** What came last is of now when nothing has followed it for so long. */
const SETTLED_MILLIS = 120
/** However much there is to catch up with: after so long, what has come is shown. */
const PATIENCE_MILLIS = 3000

/**
 * Tells the past from the present. A server replays what was missed much faster than it happened, and what lies
 * minutes back must not be printed as "now" on the way.
 */
export class CatchUp {
  private takenAt = -Infinity
  private arrivedAt = 0
  private since: number | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly caughtUp: () => void) {}

  /** A sample has arrived; calls back now, or as soon as it turns out to be the newest there is. */
  follow(takenAt: number): void {
    const now = performance.now()
    const isPast = now - this.arrivedAt < (takenAt - this.takenAt) / 2
    this.arrivedAt = now
    this.takenAt = takenAt
    clearTimeout(this.timer)
    if (isPast) {
      this.since ??= now
      if (now - this.since < PATIENCE_MILLIS) {
        this.timer = setTimeout(this.caughtUp, SETTLED_MILLIS)
        return
      }
    } else this.since = null
    this.caughtUp()
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}
