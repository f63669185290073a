import type { Channel, OpenChannel } from '@/feed/shared/channel'

interface Receiver {
  name: string
  tab: string
  onMessage: (message: unknown) => void
}

/** Channels between the tabs of one browser, in a test. Messages arrive in order, a moment later. */
export class FakeChannels {
  private receivers: Receiver[] = []

  /** How one tab opens channels. */
  of(tab: string): OpenChannel {
    return (name, onMessage): Channel => {
      const receiver = { name, tab, onMessage }
      this.receivers.push(receiver)
      return {
        post: (message) => {
          this.deliver(receiver, structuredClone(message))
        },
        close: () => {
          this.receivers = this.receivers.filter((each) => each !== receiver)
        },
      }
    }
  }

  /** Whether the tabs are connected at all. */
  isConnected(): boolean {
    return true
  }

  /** A tab ends without a message. */
  kill(tab: string): void {
    this.receivers = this.receivers.filter((each) => each.tab !== tab)
  }

  private deliver(from: Receiver, message: unknown): void {
    if (!this.isConnected() || !this.receivers.includes(from)) return
    for (const to of this.receivers.filter((each) => each.name === from.name && each !== from)) {
      setTimeout(() => {
        if (this.receivers.includes(to)) to.onMessage(message)
      })
    }
  }
}
