import type { Feed, FeedListener } from '../feed'
import { MessageReceiver } from './message-receiver'
import type { HubMessage, SendToHub } from './messages'
import type { PageLifecycle } from './page-lifecycle'

/** An open connection to a worker. */
export interface WorkerConnection {
  send: SendToHub
  close: () => void
}

export interface WorkerPorts {
  /** Opens the connection, or throws. What fails later is reported by the last callback. */
  open: (onMessage: (message: HubMessage) => void, failed: () => void) => WorkerConnection
  lifecycle: PageLifecycle
  /** The feed to fall back to. */
  otherwise: () => Feed
}

/** A worker sends a message at its start; the limit is for busy machines. */
const START_MILLIS = 4000
/** While scripts of other frames block the page, its messages wait: only time in which they could arrive counts. */
const START_STEPS = 8
/** Longer than the feed's own timeout, after which a worker reports an unreachable server. */
const SILENCE_MILLIS = 40_000
const SILENT_PERIODS = 12

/** Snapshots from the worker that holds the stream for all pages, or another feed where there is no such worker. */
export class WorkerFeed implements Feed {
  private connection: WorkerConnection | null = null
  private fallback: Feed | null = null
  private isAway = false
  private unwatch: (() => void) | null = null
  private watchdog: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly ports: WorkerPorts) {}

  start(listener: FeedListener): void {
    const receiver = new MessageReceiver(listener)
    const failed = () => {
      this.fallBack(listener)
    }
    this.unwatch = this.ports.lifecycle.watch(
      () => {
        this.leave()
      },
      () => {
        this.fallback?.start(listener)
        this.comeBack(receiver, failed)
      },
    )
    this.isAway = false
    this.connect(receiver, failed)
  }

  private connect(receiver: MessageReceiver, failed: () => void): void {
    try {
      const connection = this.ports.open((message) => {
        if (this.connection !== connection) return
        if (!this.isAway) this.expectMore(receiver, failed)
        receiver.receive(message, connection.send)
      }, failed)
      this.connection = connection
      this.expectFirst(START_STEPS, failed)
      connection.send({ kind: 'subscribe' })
    } catch {
      failed()
    }
  }

  /** One more turn after the last step: messages that arrived during a block are received first. */
  private expectFirst(steps: number, failed: () => void): void {
    this.watchdog = setTimeout(
      () => {
        if (steps > 0) this.expectFirst(steps - 1, failed)
        else failed()
      },
      steps > 0 ? START_MILLIS / START_STEPS : 0,
    )
  }

  /** Browsers may end a worker to save memory, without an event. */
  private expectMore(receiver: MessageReceiver, failed: () => void): void {
    this.reconnectIn(Math.max(SILENCE_MILLIS, SILENT_PERIODS * receiver.everyMillis), receiver, failed)
  }

  private reconnectIn(millis: number, receiver: MessageReceiver, failed: () => void): void {
    clearTimeout(this.watchdog)
    this.watchdog = setTimeout(() => {
      this.disconnect()
      this.connect(receiver, failed)
    }, millis)
  }

  private leave(): void {
    this.isAway = true
    clearTimeout(this.watchdog)
    this.connection?.send({ kind: 'unsubscribe' })
    this.fallback?.stop()
  }

  private comeBack(receiver: MessageReceiver, failed: () => void): void {
    this.isAway = false
    if (this.connection === null) return
    this.connection.send({ kind: 'subscribe' })
    this.reconnectIn(START_MILLIS, receiver, failed)
  }

  retryNow(): void {
    this.connection?.send({ kind: 'retry' })
    this.fallback?.retryNow()
  }

  stop(): void {
    this.unwatch?.()
    this.disconnect()
    this.fallback?.stop()
    this.fallback = null
  }

  private fallBack(listener: FeedListener): void {
    if (this.fallback !== null) return
    this.disconnect()
    this.fallback = this.ports.otherwise()
    if (!this.isAway) this.fallback.start(listener)
  }

  private disconnect(): void {
    clearTimeout(this.watchdog)
    this.connection?.send({ kind: 'unsubscribe' })
    this.connection?.close()
    this.connection = null
  }
}
