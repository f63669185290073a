import { RequestError } from '@/api/problem'
import type { Snapshot } from '@/api/types'

const STALE_PERIODS = 3
const STALE_MILLIS = 2000
const ASK_AGAIN_MILLIS = 5000
/** Where the newest snapshot cannot be asked for beside the stream, nothing is known of the server's time. */
const MOST_FAILURES = 3
const MOST_FAILURES_OF_A_BUSY_LINK = 12

/** How old the newest snapshot may be and still be called current. */
export function currentForMillis(everyMillis: number): number {
  return Math.max(STALE_PERIODS * everyMillis, STALE_MILLIS)
}

const TOO_OFTEN = 429

type Timing = Pick<Snapshot, 'takenAt' | 'everyMillis'>

/**
 * Knows whether a stream still replays the past. A slow link carries a replay no faster than it carries new snapshots,
 * so the pace tells nothing: the server's time does, learned from its newest snapshot and never from the page's clock.
 */
export class ReplayMonitor {
  private isActive = false
  private last: Timing | null = null
  private arrivedAt = 0
  /** Server time minus the page's monotonic clock, at most: the least of all answers so far. */
  private offset = Infinity
  private failures = 0
  private due: ReturnType<typeof setTimeout> | undefined
  private run = 0

  constructor(
    private readonly latest: () => Promise<Snapshot>,
    /** Called at each beginning but the first of a connection, and at each end. */
    private readonly changed: () => void,
  ) {}

  get active(): boolean {
    return this.isActive
  }

  /** A connection is opened, and the past is what it brings first. */
  begin(): void {
    this.stop()
    this.isActive = true
    this.last = null
    this.offset = Infinity
    this.failures = 0
    void this.ask(this.run)
  }

  stop(): void {
    clearTimeout(this.due)
    this.run++
    this.isActive = false
  }

  /** A snapshot is about to be handed on: after a stall the link brings first what it held back. */
  expect(arriving: Timing): void {
    if (this.isActive || this.last === null) return
    const step = millis(arriving) - millis(this.last)
    if (performance.now() - this.arrivedAt - step <= currentForMillis(arriving.everyMillis)) return
    this.begin()
    this.changed()
  }

  /** A snapshot has been handed on. */
  follow(arrived: Timing): void {
    this.last = arrived
    this.arrivedAt = performance.now()
    if (!this.isActive) return
    const ageMillis = this.arrivedAt + this.offset - millis(arrived)
    if (ageMillis <= currentForMillis(arrived.everyMillis)) this.end()
  }

  private async ask(run: number): Promise<void> {
    const askedAt = performance.now()
    const answer = await this.latest().catch((failure: unknown) => (failure instanceof RequestError ? failure : null))
    if (this.run !== run) return
    if (answer === null || isForNow(answer)) this.failures++
    else if (answer instanceof RequestError) this.failures = MOST_FAILURES_OF_A_BUSY_LINK
    else this.compare(answer, askedAt)
    // A link that the replay keeps busy answers late.
    if (this.failures >= (this.last === null ? MOST_FAILURES : MOST_FAILURES_OF_A_BUSY_LINK)) this.end()
    if (this.isActive) this.due = setTimeout(() => void this.ask(run), ASK_AGAIN_MILLIS)
  }

  private compare(newest: Timing, askedAt: number): void {
    this.offset = Math.min(this.offset, millis(newest) + newest.everyMillis - askedAt)
    // As new as anything that can be had over this link.
    if (this.last !== null && millis(newest) - millis(this.last) <= currentForMillis(newest.everyMillis)) this.end()
  }

  private end(): void {
    if (!this.isActive) return
    this.stop()
    this.changed()
  }
}

/** It would have been answered later. */
function isForNow(answer: Snapshot | RequestError): boolean {
  return answer instanceof RequestError && answer.problem.status === TOO_OFTEN
}

function millis({ takenAt }: Timing): number {
  return Date.parse(takenAt)
}
