import type { Channel, OpenChannel } from '@/feed/shared/air'

interface Receiver {
  name: string
  tab: string
  hear: (message: unknown) => void
}

/** Channels between the tabs of one browser, in a test. What is said is heard in order, a moment later. */
export class FakeAir {
  private receivers: Receiver[] = []

  /** How one tab opens channels. */
  of(tab: string): OpenChannel {
    return (name, hear): Channel => {
      const receiver = { name, tab, hear }
      this.receivers.push(receiver)
      return {
        post: (message) => {
          this.carry(receiver, structuredClone(message))
        },
        close: () => {
          this.receivers = this.receivers.filter((each) => each !== receiver)
        },
      }
    }
  }

  /** Whether anybody hears anybody. */
  reaches(): boolean {
    return true
  }

  /** A tab ends without a word. */
  kill(tab: string): void {
    this.receivers = this.receivers.filter((each) => each.tab !== tab)
  }

  private carry(from: Receiver, message: unknown): void {
    if (!this.reaches() || !this.receivers.includes(from)) return
    for (const to of this.receivers.filter((each) => each.name === from.name && each !== from)) {
      setTimeout(() => {
        if (this.receivers.includes(to)) to.hear(message)
      })
    }
  }
}
