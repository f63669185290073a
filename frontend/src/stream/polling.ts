import type { Snapshot } from '@/api/types'

const LEAST_MILLIS = 250

/** Snapshots asked for one by one, for as long as a proxy on the way keeps back those of the stream. */
export class Polling {
  private due: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly ask: () => Promise<Snapshot>,
    private readonly told: (snapshot: Snapshot) => void,
    private readonly failed: () => void,
  ) {}

  get active(): boolean {
    return this.due !== undefined
  }

  askAgainIn(everyMillis: number): void {
    clearTimeout(this.due)
    const due = setTimeout(() => void this.poll(due), Math.max(everyMillis, LEAST_MILLIS))
    this.due = due
  }

  stop(): void {
    clearTimeout(this.due)
    this.due = undefined
  }

  private async poll(due: ReturnType<typeof setTimeout>): Promise<void> {
    const answer = await this.ask().catch(() => null)
    // Stopped in the meantime: nobody wants to know any more.
    if (this.due !== due) return
    if (answer === null) {
      this.failed()
      return
    }
    this.askAgainIn(answer.everyMillis)
    this.told(answer)
  }
}
