import type { HubMessage, SendToClient } from './messages'
import type { Entry, Ring } from './ring'

/** Limit for a client that is busy or frozen: it receives the rest from the ring later. */
const MAX_IN_FLIGHT = 4
const MAX_BATCH = 32

/** A client of the hub, which reads the ring at its own pace. */
export class Subscriber {
  private position = 0
  /** The position of the newest when it subscribed, which it was sent before all others. */
  private first: number | null = null
  private inFlight = 0
  private waitingSince: number | null = null
  private subscribed = false

  constructor(
    private readonly sendToClient: SendToClient,
    private readonly ring: Ring,
  ) {}

  /** Age of the oldest message without an acknowledgement. */
  get waitedMillis(): number {
    return this.waitingSince === null ? 0 : performance.now() - this.waitingSince
  }

  subscribe(): void {
    this.stopWaiting()
    this.subscribed = true
    // Continues at its position, unless messages may have been lost while the browser had frozen the page.
    if (this.inFlight > 0) this.position = 0
    this.first = null
    this.inFlight = 0
  }

  unsubscribe(): void {
    this.stopWaiting()
    this.subscribed = false
  }

  get isSubscribed(): boolean {
    return this.subscribed
  }

  send(message: HubMessage): void {
    this.inFlight++
    this.waitingSince ??= performance.now()
    this.sendToClient(message)
  }

  acknowledged(): void {
    this.inFlight = Math.max(0, this.inFlight - 1)
    this.waitingSince = this.inFlight === 0 ? null : performance.now()
  }

  /** Stops waiting for acknowledgements. */
  stopWaiting(): void {
    this.waitingSince = null
  }

  advance(): void {
    if (this.subscribed && this.first === null) this.sendNewest()
    while (this.subscribed && this.inFlight < MAX_IN_FLIGHT) {
      const next = this.ring.after(this.position, MAX_BATCH)
      const last = next.at(-1)
      if (last === undefined) return
      this.position = last.position
      const past = next.filter((entry) => this.isPast(entry))
      const fresh = next.filter((entry) => !this.isPast(entry))
      // New snapshots are sent before past ones.
      for (const [entries, isPast] of [
        [fresh, false],
        [past, true],
      ] as const) {
        const texts = entries.filter(({ position }) => position !== this.first).map(({ text }) => text)
        if (texts.length > 0) this.send({ kind: 'snapshots', texts, past: isPast })
      }
    }
  }

  private sendNewest(): void {
    const { newest } = this.ring
    if (newest === null) return
    this.first = newest.position
    this.send({ kind: 'snapshots', texts: [newest.text], past: false })
  }

  /** Snapshots before the first one that was sent are past, even if they were new on arrival. */
  private isPast({ position, isPast }: Entry): boolean {
    return isPast || position < (this.first ?? 0)
  }
}
