/** So many snapshots that came as they were taken: the link holds nothing back, whatever was before. */
const ON_PACE = 5
const SLACK = 0.5

/**
 * How late snapshots arrive. A link that was stalled brings first what it held back, and that must not be printed as
 * "now": it has come later after the one before it than it was taken, and what follows comes faster than it was taken.
 * The server's clock is never compared with the page's, only the steps of each; clocks that run apart, or were set, are
 * forgotten as soon as snapshots come at their pace.
 */
export class Lateness {
  private takenAt: number | null = null
  private arrivedAt = 0
  private late = 0
  private onPace = 0

  /** By how many milliseconds a snapshot that has just arrived is later than the first of its connection was. */
  follow(takenAt: number, arrivedAt: number): number {
    const step = this.takenAt === null ? 0 : takenAt - this.takenAt
    const passed = arrivedAt - this.arrivedAt
    this.onPace = Math.abs(passed - step) <= SLACK * step ? this.onPace + 1 : 0
    // A clock that was set back says nothing about the link.
    if (step <= 0 || this.onPace >= ON_PACE) this.late = 0
    else this.late = Math.max(0, this.late + passed - step)
    this.takenAt = takenAt
    this.arrivedAt = arrivedAt
    return this.late
  }

  /** The next snapshot is the first of a new connection, which brings the newest first. */
  begin(): void {
    this.takenAt = null
    this.onPace = 0
  }
}
