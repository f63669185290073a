import type { Snapshot } from '@/api/types'
import type { Feed, FeedListener } from '../feed'
import type { Channel, OpenChannel } from './channel'
import { MessageReceiver } from './message-receiver'
import { Election, type Lock, type Vote } from './election'
import { Hub } from './hub'
import type { ClientMessage, HubMessage, SendToHub } from './messages'
import type { PageLifecycle } from './page-lifecycle'

export interface ChannelPorts {
  /** Tells this tab from all others. */
  id: string
  /** Who share it share the stream. */
  key: string
  open: OpenChannel
  lock: Lock | null
  lifecycle: PageLifecycle
  limits: () => Promise<Snapshot>
  /** The feed of the tab that leads. */
  own: () => Feed
}

type Announcement = Vote | { kind: 'join'; from: string; to: string; after: number | null }

/** Snapshots of the one tab that holds the stream for all others; any of them takes over when it is gone. */
export class ChannelFeed implements Feed {
  private receiver: MessageReceiver | null = null
  private broadcast: Channel | null = null
  private election: Election | null = null
  private hub: Hub | null = null
  private followers = new Map<string, { channel: Channel; receive: SendToHub }>()
  private connection: { send: SendToHub; close: () => void } | null = null
  private unwatch: (() => void) | null = null

  constructor(private readonly ports: ChannelPorts) {}

  start(listener: FeedListener): void {
    this.receiver = new MessageReceiver(listener)
    this.unwatch = this.ports.lifecycle.watch(
      () => {
        this.leave()
      },
      () => {
        this.join()
      },
    )
    this.join()
  }

  retryNow(): void {
    this.connection?.send({ kind: 'retry' })
  }

  limits(): Promise<Snapshot> {
    return this.ports.limits()
  }

  stop(): void {
    this.unwatch?.()
    this.leave()
  }

  private join(): void {
    const broadcast = this.ports.open(this.ports.key, (message) => {
      const announced = message as Announcement
      if (announced.kind !== 'join') this.election?.receive(announced)
      else if (announced.to === this.ports.id) this.addFollower(announced.from, announced.after)
    })
    this.broadcast = broadcast
    const election = new Election(this.ports.id, broadcast.post, this.ports.lock)
    this.election = election
    election.start({
      lead: () => {
        this.lead()
      },
      follow: (leader) => {
        this.follow(leader)
      },
    })
  }

  private leave(): void {
    this.disconnect()
    this.election?.stop()
    this.broadcast?.close()
    this.election = null
    this.broadcast = null
  }

  private lead(): void {
    this.disconnect()
    const hub = new Hub(this.ports.own())
    this.hub = hub
    const send = hub.connect((message) => this.receiver?.receive(message, send))
    this.connection = { send, close: () => undefined }
    send({ kind: 'subscribe', after: this.last })
  }

  private follow(leader: string): void {
    this.disconnect()
    const channel = this.ports.open(this.nameOf(this.ports.id), (message) => {
      this.receiver?.receive(message as HubMessage, channel.post)
    })
    this.connection = { send: channel.post, close: channel.close }
    this.broadcast?.post({ kind: 'join', from: this.ports.id, to: leader, after: this.last })
  }

  private addFollower(follower: string, after: number | null): void {
    if (this.hub === null) return
    this.removeFollower(follower)
    const channel = this.ports.open(this.nameOf(follower), (message) => {
      const received = message as ClientMessage
      receive(received)
      if (received.kind === 'unsubscribe') this.removeFollower(follower)
    })
    const receive = this.hub.connect(channel.post)
    this.followers.set(follower, { channel, receive })
    receive({ kind: 'subscribe', after })
  }

  private removeFollower(follower: string): void {
    const known = this.followers.get(follower)
    known?.receive({ kind: 'unsubscribe' })
    known?.channel.close()
    this.followers.delete(follower)
  }

  private disconnect(): void {
    this.connection?.send({ kind: 'unsubscribe' })
    this.connection?.close()
    this.connection = null
    for (const follower of [...this.followers.keys()]) this.removeFollower(follower)
    this.hub?.stop()
    this.hub = null
  }

  /** A channel for two: what one tab is sent need not be read by all the others. */
  private nameOf(follower: string): string {
    return `${this.ports.key} ${follower}`
  }

  private get last(): number | null {
    return this.receiver?.last ?? null
  }
}
