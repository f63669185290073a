import type { Problem } from '@/api/problem'
import type { Snapshot } from '@/api/types'
import type { Feed, Link } from '../feed'
import type { SendToClient, SendToHub } from './messages'
import { Ring } from './ring'
import { Subscriber } from './subscriber'

/** A client without an acknowledgement for this time is closed or suspended. */
const ACK_TIMEOUT_MILLIS = 10_000
/** Keeps the stream open while the user opens another page of gpulse. */
const IDLE_MILLIS = 10_000

/** Sends one feed to all subscribers: the newest snapshot, then older ones of the ring, and new ones. */
export class Hub {
  private readonly subscribers = new Set<Subscriber>()
  private readonly ring = new Ring()
  private link: Link = { kind: 'connecting' }
  private linkAt = 0
  private problem: Problem | null = null
  private running = false
  private idle: ReturnType<typeof setTimeout> | undefined
  private ackCheck: ReturnType<typeof setInterval> | undefined

  constructor(private readonly feed: Feed) {}

  /** Connects a client; returns the receiver of its messages. */
  connect(send: SendToClient): SendToHub {
    const subscriber = new Subscriber(send, this.ring)
    return (message) => {
      switch (message.kind) {
        case 'subscribe':
          this.subscribe(subscriber)
          break
        case 'ack':
          subscriber.acknowledged()
          if (subscriber.isSubscribed) this.resume(subscriber)
          break
        case 'retry':
          this.feed.retryNow()
          break
        case 'unsubscribe':
          subscriber.unsubscribe()
          this.remove(subscriber)
      }
    }
  }

  stop(): void {
    clearTimeout(this.idle)
    clearInterval(this.ackCheck)
    this.subscribers.clear()
    if (this.running) this.feed.stop()
    this.running = false
    // Neither is known of the next connection.
    this.link = { kind: 'connecting' }
    this.problem = null
  }

  private subscribe(subscriber: Subscriber): void {
    subscriber.subscribe()
    this.subscribers.delete(subscriber)
    this.resume(subscriber)
  }

  private resume(subscriber: Subscriber): void {
    clearTimeout(this.idle)
    this.idle = undefined
    const isBack = !this.subscribers.has(subscriber)
    this.subscribers.add(subscriber)
    this.run()
    subscriber.advance()
    if (!isBack) return
    // After the newest: a snapshot must not hide that there is no connection now.
    subscriber.send({ kind: 'link', link: this.linkNow() })
    if (this.problem !== null || this.link.kind === 'waiting')
      subscriber.send({ kind: 'problem', problem: this.problem })
  }

  private remove(subscriber: Subscriber): void {
    subscriber.stopWaiting()
    this.subscribers.delete(subscriber)
    if (this.subscribers.size > 0 || !this.running) return
    this.idle ??= setTimeout(() => {
      this.stop()
    }, IDLE_MILLIS)
  }

  private run(): void {
    if (this.running) return
    this.running = true
    this.ackCheck = setInterval(() => {
      for (const subscriber of this.subscribers) {
        if (subscriber.waitedMillis > ACK_TIMEOUT_MILLIS) this.remove(subscriber)
      }
    }, ACK_TIMEOUT_MILLIS / 4)
    this.feed.start({
      snapshot: (snapshot) => {
        this.add(snapshot, false)
      },
      past: (snapshot) => {
        this.add(snapshot, true)
      },
      link: (link) => {
        this.link = link
        this.linkAt = performance.now()
        if (link.kind === 'open') this.problem = null
        for (const subscriber of this.subscribers) subscriber.send({ kind: 'link', link: this.linkNow() })
      },
      problem: (problem) => {
        this.problem = problem
        for (const subscriber of this.subscribers) subscriber.send({ kind: 'problem', problem })
      },
      // Not stored: new clients request events, and returning ones receive the state of the connection.
      notification: (of, text) => {
        for (const subscriber of this.subscribers) subscriber.send({ kind: 'notification', of, text })
      },
    })
  }

  private add(snapshot: Snapshot, isPast: boolean): void {
    this.ring.add(snapshot, isPast)
    for (const subscriber of this.subscribers) subscriber.advance()
  }

  /** The state of the connection, with the rest of a wait. */
  private linkNow(): Link {
    if (this.link.kind !== 'waiting') return this.link
    const waited = performance.now() - this.linkAt
    return { ...this.link, retryInMillis: Math.max(0, this.link.retryInMillis - waited) }
  }
}
