/** After this number of snapshots at their usual pace the connection is no longer late. */
const ON_PACE = 5
const SLACK = 0.5

/**
 * How late snapshots arrive. A connection that was stalled delivers old snapshots first, which must not be shown as "now":
 * the first arrives later after the one before it than it was taken, and the others arrive faster. Only intervals of each
 * clock are compared, never the clocks of server and page; their drift is dropped once snapshots arrive at their pace.
 */
export class Lateness {
  private takenAt: number | null = null
  private arrivedAt = 0
  private late = 0
  private onPace = 0

  /** Lateness of a new snapshot in milliseconds, relative to the first one of its connection. */
  follow(takenAt: number, arrivedAt: number): number {
    const step = this.takenAt === null ? 0 : takenAt - this.takenAt
    const passed = arrivedAt - this.arrivedAt
    this.onPace = Math.abs(passed - step) <= SLACK * step ? this.onPace + 1 : 0
    // A clock that was set back is no evidence of a late connection.
    if (step <= 0 || this.onPace >= ON_PACE) this.late = 0
    else this.late = Math.max(0, this.late + passed - step)
    this.takenAt = takenAt
    this.arrivedAt = arrivedAt
    return this.late
  }

  /** Starts a new connection, which delivers the newest snapshot first. */
  begin(): void {
    this.takenAt = null
    this.onPace = 0
  }
}

const STALE_PERIODS = 3
const STALE_MILLIS = 2000

/** Maximum age of a current snapshot. */
export function currentForMillis(everyMillis: number): number {
  return Math.max(STALE_PERIODS * everyMillis, STALE_MILLIS)
}
