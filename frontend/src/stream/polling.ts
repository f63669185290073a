import type { Snapshot } from '@/api/types'

const LEAST_MILLIS = 250

/** Requests snapshots one by one, while a proxy buffers those of the stream. */
export class Polling {
  private due: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly request: () => Promise<Snapshot>,
    private readonly received: (snapshot: Snapshot) => void,
    private readonly failed: () => void,
  ) {}

  get active(): boolean {
    return this.due !== undefined
  }

  requestIn(everyMillis: number): void {
    clearTimeout(this.due)
    const due = setTimeout(() => void this.poll(due), Math.max(everyMillis, LEAST_MILLIS))
    this.due = due
  }

  stop(): void {
    clearTimeout(this.due)
    this.due = undefined
  }

  private async poll(due: ReturnType<typeof setTimeout>): Promise<void> {
    const answer = await this.request().catch(() => null)
    // Stopped in the meantime.
    if (this.due !== due) return
    if (answer === null) {
      this.failed()
      return
    }
    this.requestIn(answer.everyMillis)
    this.received(answer)
  }
}
