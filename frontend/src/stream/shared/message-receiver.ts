import type { Snapshot } from '@/api/types'
import type { FeedListener } from '../feed'
import type { HubMessage, SendToHub } from './messages'

/** The client's end of a connection: forwards messages and acknowledges them. */
export class MessageReceiver {
  everyMillis = 0

  constructor(private readonly listener: FeedListener) {}

  receive(message: HubMessage, send: SendToHub): void {
    switch (message.kind) {
      case 'snapshots':
        for (const text of message.texts) {
          const snapshot = JSON.parse(text) as Snapshot
          this.everyMillis = snapshot.everyMillis
          if (message.past) this.listener.past(snapshot)
          else this.listener.snapshot(snapshot)
        }
        break
      case 'link':
        this.listener.link(message.link)
        break
      case 'problem':
        this.listener.problem(message.problem)
        break
      case 'notification':
        this.listener.notification?.(message.of, message.text)
    }
    send({ kind: 'ack' })
  }
}
