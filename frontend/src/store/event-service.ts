import { useIntervalFn } from '@vueuse/core'
import { effectScope, watch } from 'vue'
import { fetchEvents, parseGpuEvent, type EventQuestion } from '@/api/events'
import type { EventPage, GpuEvent } from '@/api/types'
import { useVisible } from '@/composables/visibility'
import { failureOf } from './insight-service'
import type { Events } from './events'
import type { Live } from './live'

const DAY_MILLIS = 86_400_000
const FEW = 200
const MANY = 1000
/** So many pages of one question at most: more than that nobody sees at once. */
const MOST_PAGES = 5
/** A proxy may keep back what the stream tells. */
const EVERY_MILLIS = 60_000
const SETTLED_MILLIS = 300
const NOT_FOUND = 404

export type Ask = (question: EventQuestion) => Promise<EventPage>

/** Keeps the events of the last 24 hours, as long as the page lives. */
export function followEvents(live: Live, events: Events, ask: Ask = (question) => fetchEvents(question)): void {
  const keeper = new EventKeeper(events, ask, () => live.edge())
  effectScope(true).run(() => {
    const isVisible = useVisible()
    const catchUp = () => {
      if (isVisible.value) void keeper.catchUp()
    }
    let due: ReturnType<typeof setTimeout> | undefined
    live.onTold((kind, text) => {
      if (kind === 'gpu-event') keeper.hear(text)
    })
    // What was told while there was no connection is asked for with the next one.
    watch(live.link, ({ kind }) => {
      clearTimeout(due)
      if (kind === 'open') due = setTimeout(catchUp, SETTLED_MILLIS)
    })
    watch(events.wantsAll, catchUp)
    useIntervalFn(catchUp, EVERY_MILLIS, { immediateCallback: true })
    watch(isVisible, catchUp)
  })
}

/** Takes events in, however they come: each once, the newest state of each. */
export class EventKeeper {
  /** Up to where all is known; one that the stream has told may have others before it that were missed. */
  private sequence = 0
  private isAsking = false
  private isAskedAgain = false

  constructor(
    private readonly events: Events,
    private readonly ask: Ask,
    private readonly now: () => number,
  ) {}

  /** One of the stream; what cannot be read is left out, and asked for later. */
  hear(text: string): void {
    try {
      const event = parseGpuEvent(JSON.parse(text))
      if (event !== null) this.takeIn([event])
    } catch {
      // Of another version, or cut off on its way.
    }
  }

  /** Asks for what is not known yet; one question at a time. */
  async catchUp(): Promise<void> {
    this.isAskedAgain = this.isAsking
    if (this.isAsking) return
    this.isAsking = true
    try {
      if (this.events.day.value === null) await this.begin()
      else await this.resume()
      if (this.events.wantsAll.value) await this.complete()
      this.events.failure.value = null
    } catch (problem) {
      this.events.failure.value = failureOf(problem)
      if (this.events.failure.value.status === NOT_FOUND) this.events.day.value = null
    }
    this.isAsking = false
    if (this.isAskedAgain) await this.catchUp()
  }

  private async begin(): Promise<void> {
    const limit = this.events.wantsAll.value ? MANY : FEW
    const page = await this.ask({ range: '24h', limit: String(limit) })
    this.sequence = Math.max(this.sequence, page.sequence)
    this.events.older.value = page.next
    this.events.day.value = this.merged(page.events)
  }

  private async resume(): Promise<void> {
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const page = await this.ask({ since: String(this.sequence), limit: String(MANY) })
      this.takeIn(page.events)
      // What the answer calls the highest may be beyond a page that is not the last.
      this.sequence = Math.max(this.sequence, page.next ?? page.sequence)
      if (page.next === null) return
    }
  }

  private async complete(): Promise<void> {
    for (let pages = 0; this.events.older.value !== null && pages < MOST_PAGES; pages++) {
      const page = await this.ask({ range: '24h', limit: String(MANY), before: String(this.events.older.value) })
      this.events.day.value = this.merged(page.events)
      this.events.older.value = page.next
    }
  }

  private takeIn(told: readonly GpuEvent[]): void {
    const fresh = told.filter((event) => isNews(event, this.events.day.value ?? []))
    if (fresh.length === 0) return
    if (this.events.day.value !== null) this.events.day.value = this.merged(fresh)
    for (const event of fresh) for (const hear of this.events.hearers) hear(event)
  }

  private merged(told: readonly GpuEvent[]): GpuEvent[] {
    return newestFirst(withEvents(this.events.day.value ?? [], told)).filter(({ at, until }) => {
      return Date.parse(until ?? at) > this.now() - DAY_MILLIS
    })
  }
}

/** Those events, and those that were known, each in its newest state. */
export function withEvents(known: readonly GpuEvent[], told: readonly GpuEvent[]): GpuEvent[] {
  const all = new Map(known.map((event) => [event.id, event]))
  for (const event of told) if (event.sequence >= (all.get(event.id)?.sequence ?? 0)) all.set(event.id, event)
  return [...all.values()]
}

export function newestFirst<T extends Pick<GpuEvent, 'at' | 'id'>>(events: readonly T[]): T[] {
  return [...events].sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id)
}

function isNews(event: GpuEvent, known: readonly GpuEvent[]): boolean {
  return (known.find(({ id }) => id === event.id)?.sequence ?? -1) < event.sequence
}
