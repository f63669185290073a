import type { Snapshot } from '@/api/types'
import type { FeedListener } from '../feed'
import { precedes } from '../sequence'
import type { HubMessage, SendToHub } from './messages'

/** The client's end of a connection: hands messages on and acknowledges them. */
export class MessageReceiver {
  /** The sequence of the newest received. */
  last: number | null = null
  everyMillis = 0

  constructor(private readonly listener: FeedListener) {}

  receive(message: HubMessage, send: SendToHub): void {
    switch (message.kind) {
      case 'snapshots':
        for (const text of message.texts) {
          const snapshot = JSON.parse(text) as Snapshot
          if (this.last === null || !precedes(snapshot.sequence, this.last)) this.last = snapshot.sequence
          this.everyMillis = snapshot.everyMillis
          this.listener.snapshot(snapshot)
        }
        break
      case 'link':
        this.listener.link(message.link)
        break
      case 'problem':
        this.listener.problem(message.problem)
    }
    send({ kind: 'ack' })
  }
}
