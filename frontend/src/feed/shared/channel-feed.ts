import type { Snapshot } from '@/api/types'
import type { Feed, FeedListener } from '../feed'
import type { Channel, OpenChannel } from './air'
import { Ear } from './ear'
import { Election, type Lock, type Vote } from './election'
import { Hub } from './hub'
import type { Said, Say, Told } from './line'
import type { Presence } from './presence'

export interface ChannelPorts {
  /** Tells this tab from all others. */
  id: string
  /** Who share it share the stream. */
  key: string
  open: OpenChannel
  lock: Lock | null
  presence: Presence
  limits: () => Promise<Snapshot>
  /** The feed of the tab that leads. */
  own: () => Feed
}

type Aloud = Vote | { kind: 'join'; from: string; to: string; after: number | null }

/** Snapshots of the one tab that holds the stream for all others; any of them takes over when it is gone. */
export class ChannelFeed implements Feed {
  private ear: Ear | null = null
  private all: Channel | null = null
  private election: Election | null = null
  private hub: Hub | null = null
  private guests = new Map<string, { channel: Channel; hear: Say }>()
  private line: { say: Say; close: () => void } | null = null
  private unfollow: (() => void) | null = null

  constructor(private readonly ports: ChannelPorts) {}

  start(listener: FeedListener): void {
    this.ear = new Ear(listener)
    this.unfollow = this.ports.presence.follow(
      () => {
        this.leave()
      },
      () => {
        this.enter()
      },
    )
    this.enter()
  }

  retryNow(): void {
    this.line?.say({ kind: 'retry' })
  }

  limits(): Promise<Snapshot> {
    return this.ports.limits()
  }

  stop(): void {
    this.unfollow?.()
    this.leave()
  }

  private enter(): void {
    const all = this.ports.open(this.ports.key, (message) => {
      const said = message as Aloud
      if (said.kind !== 'join') this.election?.hear(said)
      else if (said.to === this.ports.id) this.welcome(said.from, said.after)
    })
    this.all = all
    const election = new Election(this.ports.id, all.post, this.ports.lock)
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
    this.hangUp()
    this.election?.stop()
    this.all?.close()
    this.election = null
    this.all = null
  }

  private lead(): void {
    this.hangUp()
    const hub = new Hub(this.ports.own())
    this.hub = hub
    const say = hub.connect((told) => this.ear?.hear(told, say))
    this.line = { say, close: () => undefined }
    say({ kind: 'hello', after: this.last })
  }

  private follow(leader: string): void {
    this.hangUp()
    const channel = this.ports.open(this.nameOf(this.ports.id), (told) => {
      this.ear?.hear(told as Told, channel.post)
    })
    this.line = { say: channel.post, close: channel.close }
    this.all?.post({ kind: 'join', from: this.ports.id, to: leader, after: this.last })
  }

  private welcome(guest: string, after: number | null): void {
    if (this.hub === null) return
    this.dismiss(guest)
    const channel = this.ports.open(this.nameOf(guest), (message) => {
      const said = message as Said
      hear(said)
      if (said.kind === 'bye') this.dismiss(guest)
    })
    const hear = this.hub.connect(channel.post)
    this.guests.set(guest, { channel, hear })
    hear({ kind: 'hello', after })
  }

  private dismiss(guest: string): void {
    const known = this.guests.get(guest)
    known?.hear({ kind: 'bye' })
    known?.channel.close()
    this.guests.delete(guest)
  }

  private hangUp(): void {
    this.line?.say({ kind: 'bye' })
    this.line?.close()
    this.line = null
    for (const guest of [...this.guests.keys()]) this.dismiss(guest)
    this.hub?.stop()
    this.hub = null
  }

  /** A channel for two: what one tab is told need not be read by all the others. */
  private nameOf(guest: string): string {
    return `${this.ports.key} ${guest}`
  }

  private get last(): number | null {
    return this.ear?.last ?? null
  }
}
