import { malformedResponse } from '@/api/problem'
import type { Snapshot } from '@/api/types'
import { Backfill } from './backfill'
import { retryMillis } from './backoff'
import { NOTIFICATION_KINDS, type Feed, type FeedListener, type Link } from './feed'
import { parseEvent } from './parse-event'
import type { Ports, Stream } from './ports'
import { Polling } from './polling'

type Timer = ReturnType<typeof setTimeout>

/** An id that no server has sent: it replays its whole ring. */
export const FROM_THE_BEGINNING = '1'
const CLOSED = 2
const SILENCE_MILLIS = 20_000
const SILENT_PERIODS = 10
const SUSPICIOUS_MILLIS = 5000
const SUSPICIOUS_PERIODS = 3
/** A proxy may be fixed in the meantime. */
const TRY_STREAM_MILLIS = 60_000

/**
 * Snapshots of the server, the newest first; older ones are fetched by a second stream. It reconnects by itself: an
 * EventSource gives up after an HTTP error, does not report when it will retry, and does not notice a dead connection.
 * If a proxy buffers events instead of forwarding them, snapshots are requested one by one.
 */
export class LiveFeed implements Feed {
  private listener: FeedListener | null = null
  private stream: Stream | null = null
  /** Whether no snapshot has arrived since the stream was opened. */
  private isFirst = true
  private everyMillis = 0
  private attempt = 0
  private isMalformed = false
  private retry: Timer | undefined
  private watchdog: Timer | undefined
  private streamCheck: Timer | undefined
  private readonly polling: Polling
  private readonly backfill: Backfill

  /** @param lastEventId the event after which the first connection replays; null for none */
  constructor(
    private readonly ports: Ports,
    private lastEventId: string | null = FROM_THE_BEGINNING,
  ) {
    this.polling = new Polling(
      () => this.ports.latest(),
      (snapshot) => {
        if (isNewer(snapshot, this.lastEventId)) this.accept(snapshot, '')
      },
      () => {
        this.lost(true)
      },
    )
    this.backfill = new Backfill(
      (after) => this.ports.open(after),
      (snapshot) => this.listener?.past(snapshot),
    )
  }

  start(listener: FeedListener): void {
    this.listener = listener
    this.attempt = 0
    this.connect()
  }

  retryNow(): void {
    this.attempt = 0
    this.connect()
  }

  stop(): void {
    this.disconnect()
    this.listener = null
  }

  private connect(): void {
    this.disconnect()
    if (this.attempt === 0) this.listener?.link({ kind: 'connecting' })
    this.expectMore()
    this.listen()
  }

  private listen(): void {
    const stream = this.ports.open(null)
    this.stream = stream
    this.isFirst = true
    stream.addEventListener('open', () => {
      if (!this.polling.active) this.opened()
    })
    stream.addEventListener('snapshot', (event) => {
      const snapshot = parseEvent(event.data)
      if (snapshot === null) {
        this.reportMalformed()
        return
      }
      // A proxy forwards buffered events, older than the polled ones.
      if (this.polling.active && snapshot.sequence < Number(this.lastEventId)) return
      this.polling.stop()
      this.accept(snapshot, event.lastEventId)
      this.watchStream()
    })
    for (const kind of NOTIFICATION_KINDS)
      stream.addEventListener(kind, ({ data }) => this.listener?.notification?.(kind, data))
    stream.addEventListener('error', () => {
      if (this.polling.active) this.retryStreamLater()
      else this.lost(stream.readyState === CLOSED)
    })
    this.watchStream()
  }

  private opened(link: Link = { kind: 'open' }): void {
    this.listener?.link(link)
    this.expectMore()
  }

  private accept(snapshot: Snapshot, eventId: string): void {
    const before = this.lastEventId
    const known = String(snapshot.sequence) === before
    this.lastEventId = eventId === '' ? String(snapshot.sequence) : eventId
    this.everyMillis = snapshot.everyMillis
    // Only a snapshot resets the backoff: a server may accept connections and drop them.
    this.attempt = 0
    this.expectMore()
    if (this.isMalformed) this.listener?.problem(null)
    this.isMalformed = false
    if (!known) this.listener?.snapshot(snapshot)
    const isMissing = !known || this.backfill.isUnfinished
    if (this.isFirst && isMissing && before !== null && !this.polling.active)
      this.backfill.start(before, snapshot.sequence)
    this.isFirst = false
  }

  /** A malformed snapshot is no sign of life, and would be the same if requested again. */
  private reportMalformed(): void {
    if (!this.isMalformed) this.listener?.problem(malformedResponse().problem)
    this.isMalformed = true
  }

  private expectMore(): void {
    clearTimeout(this.watchdog)
    const timeoutMillis = Math.max(SILENCE_MILLIS, SILENT_PERIODS * this.everyMillis)
    this.watchdog = setTimeout(() => {
      this.lost(false)
    }, timeoutMillis)
  }

  private watchStream(): void {
    clearTimeout(this.streamCheck)
    const before = this.lastEventId
    const streamCheck = setTimeout(
      () => void this.checkStream(before, streamCheck),
      Math.max(SUSPICIOUS_MILLIS, SUSPICIOUS_PERIODS * this.everyMillis),
    )
    this.streamCheck = streamCheck
  }

  /** A stream that is silent while there are newer snapshots is buffered by a proxy. */
  private async checkStream(before: string | null, streamCheck: Timer): Promise<void> {
    const latest = this.polling.active ? null : await this.ports.latest().catch(() => null)
    // An event arrived in the meantime.
    if (this.streamCheck !== streamCheck) return
    if (latest !== null && isNewer(latest, before)) this.poll(latest)
    else if (this.polling.active && this.lastEventId !== before) this.retryStreamLater()
    else this.watchStream()
  }

  private poll(latest: Snapshot): void {
    this.retryStreamLater()
    this.opened({ kind: 'open', isPolled: true })
    this.polling.requestIn(latest.everyMillis)
    this.accept(latest, '')
  }

  private retryStreamLater(): void {
    this.closeStream()
    this.streamCheck = setTimeout(() => {
      this.listen()
    }, TRY_STREAM_MILLIS)
  }

  private lost(refused: boolean): void {
    this.disconnect()
    this.attempt++
    const retryInMillis = retryMillis(this.attempt, this.ports.jitter())
    const due = this.retryIn(retryInMillis)
    if (refused) void this.explain(due, retryInMillis)
    else this.listener?.problem(this.isMalformed ? malformedResponse().problem : null)
  }

  private retryIn(retryInMillis: number): Timer {
    clearTimeout(this.retry)
    const due = setTimeout(() => {
      this.connect()
    }, retryInMillis)
    this.retry = due
    this.listener?.link({ kind: 'waiting', attempt: this.attempt, retryInMillis })
    return due
  }

  /** Reports the reason of a refusal, and waits as long as the server demands. */
  private async explain(due: Timer, usualMillis: number): Promise<void> {
    const error = await this.ports.explain()
    if (this.retry !== due) return
    this.listener?.problem(error?.problem ?? null)
    if (error !== null && error.waitMillis > usualMillis) this.retryIn(error.waitMillis)
  }

  private disconnect(): void {
    clearTimeout(this.retry)
    clearTimeout(this.watchdog)
    this.retry = undefined
    this.polling.stop()
    this.backfill.stop()
    this.closeStream()
  }

  private closeStream(): void {
    clearTimeout(this.streamCheck)
    this.streamCheck = undefined
    this.stream?.close()
    this.stream = null
  }
}

function isNewer(snapshot: Snapshot, lastEventId: string | null): boolean {
  return snapshot.sequence > Number(lastEventId)
}
