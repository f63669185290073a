import { useTimeoutFn } from '@vueuse/core'
import { ref, watch } from 'vue'
import { fetchEvents, parseGpuEvent, type EventQuery } from '@/api/events'
import type { Failure } from '@/api/problem'
import type { EventPage, GpuEvent } from '@/api/types'
import { usePolling } from '@/composables/polling'
import type { Events } from './event-log'
import type { Live } from './live'

const DAY_MILLIS = 86_400_000
const FEW = 200
const MANY = 1000
/** Pages of one round, at most. */
const MAX_PAGES = 5
/** A proxy may hold back the stream. */
const EVERY_MILLIS = 60_000
const SETTLED_MILLIS = 300
const NOT_FOUND = 404

type FetchPage = (query: EventQuery, signal?: AbortSignal) => Promise<EventPage>

/** Loads the events of the last 24 hours and keeps them current, for as long as the page lives. */
export function followEvents(live: Live, events: Events): void {
  const loader = new EventLoader(events, fetchEvents, () => live.edge())
  live.run(() => {
    const round = ref(0)
    usePolling({
      key: () => `${events.wantsAll.value ? 'all' : 'few'} ${round.value}`,
      request: (_, signal) => loader.load(signal),
      everyMillis: EVERY_MILLIS,
      failed: (failure) => {
        loader.fail(failure)
      },
    })
    const settled = useTimeoutFn(() => round.value++, SETTLED_MILLIS, { immediate: false })

    live.onNotification((kind, text) => {
      if (kind === 'gpu-event') loader.receive(text)
    })
    // Events that were missed without a connection are requested with the next one.
    watch(live.link, ({ kind }) => {
      if (kind === 'open') settled.start()
      else settled.stop()
    })
  })
}

/** Merges events of responses and of the stream: each once, in its newest state. */
export class EventLoader {
  /** All events up to here are loaded; the stream may have sent later ones and missed some before them. */
  private sequence = 0

  constructor(
    private readonly events: Events,
    private readonly fetchPage: FetchPage,
    private readonly now: () => number,
  ) {}

  /** Adds an event of the stream; one that cannot be parsed is requested later. */
  receive(text: string): void {
    try {
      const event = parseGpuEvent(JSON.parse(text))
      if (event !== null) this.add([event])
    } catch {
      // Of another version, or truncated.
    }
  }

  /** Requests the events that are not loaded yet. */
  async load(signal?: AbortSignal): Promise<void> {
    if (this.events.day.value === null) await this.loadNewest(signal)
    else await this.loadMissed(signal)
    this.dropOld()
    if (this.events.wantsAll.value) await this.loadOlder(signal)
    this.events.failure.value = null
  }

  fail(failure: Failure): void {
    this.events.failure.value = failure
    if (failure.status === NOT_FOUND) this.events.day.value = null
  }

  private async loadNewest(signal?: AbortSignal): Promise<void> {
    const limit = this.events.wantsAll.value ? MANY : FEW
    const page = await this.fetchPage({ range: '24h', limit: String(limit) }, signal)
    this.sequence = Math.max(this.sequence, page.sequence)
    this.events.older.value = page.next
    this.events.day.value = this.merged(page.events)
  }

  private async loadMissed(signal?: AbortSignal): Promise<void> {
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page = await this.fetchPage({ since: String(this.sequence), limit: String(MANY) }, signal)
      this.add(page.events)
      // The highest sequence of a response may be beyond its page, unless that is the last one.
      this.sequence = Math.max(this.sequence, page.next ?? page.sequence)
      if (page.next === null) return
    }
  }

  private async loadOlder(signal?: AbortSignal): Promise<void> {
    const { older, day } = this.events
    for (let pages = 0; older.value !== null && pages < MAX_PAGES; pages++) {
      const query = { range: '24h', limit: String(MANY), before: String(older.value) }
      const page = await this.fetchPage(query, signal)
      day.value = this.merged(page.events)
      older.value = page.next
    }
  }

  private add(received: readonly GpuEvent[]): void {
    const fresh = received.filter((event) => isNews(event, this.events.day.value ?? []))
    if (fresh.length === 0) return
    if (this.events.day.value !== null) this.events.day.value = this.merged(fresh)
    for (const event of fresh) for (const listener of this.events.listeners) listener(event)
  }

  /** Drops events that have become older than a day since others arrived. */
  private dropOld(): void {
    const { day } = this.events
    if (day.value?.some((event) => !this.isOfDay(event))) day.value = this.merged([])
  }

  private isOfDay({ at, until }: GpuEvent): boolean {
    return Date.parse(until ?? at) > this.now() - DAY_MILLIS
  }

  private merged(received: readonly GpuEvent[]): GpuEvent[] {
    return newestFirst(withEvents(this.events.day.value ?? [], received)).filter((event) => this.isOfDay(event))
  }
}

/** The union of both lists, each event in its newest state. */
export function withEvents(known: readonly GpuEvent[], received: readonly GpuEvent[]): GpuEvent[] {
  const all = new Map(known.map((event) => [event.id, event]))
  for (const event of received) if (event.sequence >= (all.get(event.id)?.sequence ?? 0)) all.set(event.id, event)
  return [...all.values()]
}

export function newestFirst<T extends Pick<GpuEvent, 'at' | 'id'>>(events: readonly T[]): T[] {
  return [...events].sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id)
}

function isNews(event: GpuEvent, known: readonly GpuEvent[]): boolean {
  return (known.find(({ id }) => id === event.id)?.sequence ?? -1) < event.sequence
}
