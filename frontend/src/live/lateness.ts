/**
 * How late snapshots arrive. A link that was stalled brings first what it held back, and that must not be printed as
 * "now": it has come later after the one before it than it was taken. The server's clock is never compared with the
 * page's, only the steps of each.
 */
export class Lateness {
  private takenAt: number | null = null
  private arrivedAt = 0
  private late = 0

  /** By how many milliseconds a snapshot that has just arrived is later than the first of its connection was. */
  follow(takenAt: number, arrivedAt: number): number {
    const step = this.takenAt === null ? 0 : takenAt - this.takenAt
    // A clock that was set back says nothing about the link.
    if (this.takenAt === null || step <= 0) this.late = 0
    else this.late = Math.max(0, this.late + (arrivedAt - this.arrivedAt) - step)
    this.takenAt = takenAt
    this.arrivedAt = arrivedAt
    return this.late
  }

  /** The next snapshot is the first of a new connection, which brings the newest first. */
  begin(): void {
    this.takenAt = null
  }
}
