import { malformedResponse } from '@/api/problem'
import type { Snapshot } from '@/api/types'
import { Backfill } from './backfill'
import { retryMillis } from './backoff'
import { TOLD_KINDS, type Feed, type FeedListener } from './feed'
import { parseEvent } from './parse-event'
import type { Ports, Stream } from './ports'
import { Polling } from './polling'

type Timer = ReturnType<typeof setTimeout>

/** No process ever gave out this id, so the server answers it with everything its ring still holds. */
const FROM_THE_BEGINNING = '1'
const CLOSED = 2
const SILENCE_MILLIS = 20_000
const SILENT_PERIODS = 10
const DOUBT_MILLIS = 5000
const DOUBTFUL_PERIODS = 3
/** Proxies are repaired too. */
const TRY_STREAM_MILLIS = 60_000

/**
 * Snapshots from the server, the newest first: what lies before it is fetched afterwards, on a stream of its own.
 * Reconnects are our own: a browser's EventSource gives up for good on an HTTP error, cannot be asked when it will try
 * again, and does not notice a connection that died without a word. Nor does it notice a proxy that collects events
 * instead of passing them on; then snapshots are asked for one by one.
 */
export class LiveFeed implements Feed {
  private listener: FeedListener | null = null
  private stream: Stream | null = null
  private lastEventId = FROM_THE_BEGINNING
  /** Whether nothing has come since the stream was opened. */
  private isFirst = true
  private everyMillis = 0
  private attempt = 0
  private isMalformed = false
  private retry: Timer | undefined
  private watchdog: Timer | undefined
  private doubt: Timer | undefined
  private readonly polling: Polling
  private readonly backfill: Backfill

  constructor(private readonly ports: Ports) {
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
    this.connect()
  }

  limits(): Promise<Snapshot> {
    return this.ports.limits()
  }

  stop(): void {
    this.hangUp()
    this.listener = null
  }

  private connect(): void {
    this.hangUp()
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
        this.misheard()
        return
      }
      // A proxy has let go of what it had collected; we are further by now.
      if (this.polling.active && snapshot.sequence < Number(this.lastEventId)) return
      this.polling.stop()
      this.accept(snapshot, event.lastEventId)
      this.beginToDoubt()
    })
    for (const kind of TOLD_KINDS) stream.addEventListener(kind, ({ data }) => this.listener?.told?.(kind, data))
    stream.addEventListener('error', () => {
      if (this.polling.active) this.tryStreamLater()
      else this.lost(stream.readyState === CLOSED)
    })
    this.beginToDoubt()
  }

  private opened(): void {
    this.listener?.link({ kind: 'open' })
    this.expectMore()
  }

  private accept(snapshot: Snapshot, eventId: string): void {
    const before = this.lastEventId
    const known = String(snapshot.sequence) === before
    this.lastEventId = eventId === '' ? String(snapshot.sequence) : eventId
    this.everyMillis = snapshot.everyMillis
    // Only a snapshot proves the server well: one that accepts and drops us must not be hammered.
    this.attempt = 0
    this.expectMore()
    if (this.isMalformed) this.listener?.problem(null)
    this.isMalformed = false
    if (!known) this.listener?.snapshot(snapshot)
    const isMissing = !known || this.backfill.isUnfinished
    if (this.isFirst && isMissing && !this.polling.active) this.backfill.start(before, snapshot.sequence)
    this.isFirst = false
  }

  /** One that cannot be read is no sign of life, and asking for it again would not help. */
  private misheard(): void {
    if (!this.isMalformed) this.listener?.problem(malformedResponse().problem)
    this.isMalformed = true
  }

  private expectMore(): void {
    clearTimeout(this.watchdog)
    const patience = Math.max(SILENCE_MILLIS, SILENT_PERIODS * this.everyMillis)
    this.watchdog = setTimeout(() => {
      this.lost(false)
    }, patience)
  }

  private beginToDoubt(): void {
    clearTimeout(this.doubt)
    const heard = this.lastEventId
    const doubt = setTimeout(
      () => void this.checkStream(heard, doubt),
      Math.max(DOUBT_MILLIS, DOUBTFUL_PERIODS * this.everyMillis),
    )
    this.doubt = doubt
  }

  /** A stream that stays silent while there is news is held back on the way. */
  private async checkStream(heard: string, doubt: Timer): Promise<void> {
    const latest = this.polling.active ? null : await this.ports.latest().catch(() => null)
    // Something came while we asked.
    if (this.doubt !== doubt) return
    if (latest !== null && isNewer(latest, heard)) this.poll(latest)
    else if (this.polling.active && this.lastEventId !== heard) this.tryStreamLater()
    else this.beginToDoubt()
  }

  private poll(latest: Snapshot): void {
    this.tryStreamLater()
    this.opened()
    this.polling.askAgainIn(latest.everyMillis)
    this.accept(latest, '')
  }

  private tryStreamLater(): void {
    this.closeStream()
    this.doubt = setTimeout(() => {
      this.listen()
    }, TRY_STREAM_MILLIS)
  }

  private lost(refused: boolean): void {
    this.hangUp()
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

  /** A server that says for how long it wants to be left alone is. */
  private async explain(asked: Timer, usualMillis: number): Promise<void> {
    const error = await this.ports.explain()
    if (this.retry !== asked) return
    this.listener?.problem(error?.problem ?? null)
    if (error !== null && error.waitMillis > usualMillis) this.retryIn(error.waitMillis)
  }

  private hangUp(): void {
    clearTimeout(this.retry)
    clearTimeout(this.watchdog)
    this.retry = undefined
    this.polling.stop()
    this.backfill.stop()
    this.closeStream()
  }

  private closeStream(): void {
    clearTimeout(this.doubt)
    this.doubt = undefined
    this.stream?.close()
    this.stream = null
  }
}

function isNewer(snapshot: Snapshot, lastEventId: string): boolean {
  return snapshot.sequence > Number(lastEventId)
}
