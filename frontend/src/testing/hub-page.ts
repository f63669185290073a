import type { Problem } from '@/api/problem'
import type { FeedListener, Link } from '@/stream/feed'
import { MessageReceiver } from '@/stream/shared/message-receiver'
import type { HubMessage, SendToHub } from '@/stream/shared/messages'
import { aSnapshot } from './snapshots'

/** A client of the hub; a frozen one does not process its messages. */
export class HubPage {
  readonly seconds: number[] = []
  readonly past: number[] = []
  readonly links: Link[] = []
  readonly problems: (Problem | null)[] = []
  readonly told: string[] = []
  readonly waiting: HubMessage[] = []
  frozen = false
  send: SendToHub = () => undefined
  readonly receiver = new MessageReceiver({
    snapshot: ({ sequence }) => this.seconds.push(sequence - aSnapshot(0).sequence),
    past: ({ sequence }) => this.past.push(sequence - aSnapshot(0).sequence),
    link: (link) => this.links.push(link),
    problem: (problem) => this.problems.push(problem),
    notification: (kind, text) => this.told.push(`${kind} ${text}`),
  } satisfies FeedListener)

  receive(message: HubMessage): void {
    this.waiting.push(message)
    // As in a browser, messages that arrive during the processing of another one are queued.
    if (!this.frozen && this.waiting.length === 1) this.drain()
  }

  thaw(): void {
    this.frozen = false
    this.drain()
  }

  close(): void {
    this.send({ kind: 'unsubscribe' })
  }

  private drain(): void {
    for (let message = this.waiting[0]; message !== undefined; message = this.waiting[0]) {
      this.receiver.receive(message, this.send)
      this.waiting.shift()
    }
  }
}
