import type { HubMessage, SendToClient } from './messages'
import type { Entry, Ring } from './ring'

/** More are not sent to a client that is busy or frozen: it finds the rest in the ring when it is back. */
const MAX_IN_FLIGHT = 4
const MAX_BATCH = 32

/** One client of the hub; it walks along the ring at its own pace. */
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

  /** How long it has left our oldest message unanswered. */
  get waitedMillis(): number {
    return this.waitingSince === null ? 0 : performance.now() - this.waitingSince
  }

  subscribe(): void {
    this.stopWaiting()
    this.subscribed = true
    // It goes on where it was, unless messages may have been lost while the browser kept the page.
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

  /** Nothing more is expected of it. */
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
      // The past lies before what is newest: that comes first here too.
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

  /** What had come before the newest that it was sent first is the past, whatever it was then. */
  private isPast({ position, isPast }: Entry): boolean {
    return isPast || position < (this.first ?? 0)
  }
}
