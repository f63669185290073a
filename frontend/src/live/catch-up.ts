/** What came last is of now when nothing has followed it for so long. */
const SETTLED_MILLIS = 200
/** However much there is to catch up with: after so long, what has come is shown. */
const PATIENCE_MILLIS = 3000
/** How far the time between two arrivals may be from the time between their samples, as a factor. */
const SLACK = 2

/**
 * Tells the past from the present. A server replays what was missed much faster than it happened, and what lies
 * minutes back must not be printed as "now" on the way.
 */
export class CatchUp {
  private takenAt = -Infinity
  private arrivedAt = 0
  /** Since when there has been doubt, or null while samples come as they are taken. */
  private since: number | null = null
  private isOnPace = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly caughtUp: () => void) {}

  /** A sample has arrived; calls back now, or as soon as it turns out to be the newest there is. */
  follow(takenAt: number): void {
    const now = performance.now()
    const wasOnPace = this.isOnPace
    const passed = now - this.arrivedAt
    const step = takenAt - this.takenAt
    // The first after a silence can be the first of all that was missed, and a pause within a replay is not its end.
    this.isOnPace = passed >= step / SLACK && passed <= step * SLACK
    this.arrivedAt = now
    this.takenAt = takenAt
    clearTimeout(this.timer)
    if (this.isOnPace && (wasOnPace || this.since === null)) this.since = null
    else {
      this.since ??= now
      if (now - this.since < PATIENCE_MILLIS) {
        this.timer = setTimeout(this.settle, SETTLED_MILLIS)
        return
      }
    }
    this.caughtUp()
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private readonly settle = (): void => {
    this.since = null
    this.caughtUp()
  }
}
