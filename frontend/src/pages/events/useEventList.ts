import { computed, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { fetchEvents, type EventQuery } from '@/api/events'
import type { Failure } from '@/api/problem'
import type { GpuEvent } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { useEvents } from '@/store/events'
import { newestFirst, withEvents } from '@/store/event-service'
import { isAsked, kindsOf } from './event-list'

export interface Asked {
  range: string
  rangeMillis: number
  /** As the address has it: a group or kinds. */
  kinds: string
  gpus: readonly number[]
}

export interface EventList {
  /** The newest first; null until they have come. */
  events: ShallowRef<readonly GpuEvent[] | null>
  /** New ones that are kept back, because somebody reads what would move. */
  fresh: ShallowRef<readonly GpuEvent[]>
  /** Whether there are older ones to be asked for. */
  hasOlder: ComputedRef<boolean>
  isBusy: ComputedRef<boolean>
  failure: Readonly<ShallowRef<Failure | null>>
  older: () => void
  /** Puts in what was kept back. */
  showFresh: () => void
}

const PAGE = 200
/** After a failed request. */
const RETRY_MILLIS = 10_000

/**
 * The requested events, page by page from the newest, and those that the stream adds.
 *
 * @param requested null while the selection is unknown
 * @param isReading whether new ones have to wait
 * @param now the current time of the server
 */
export function useEventList(requested: () => Asked | null, isReading: () => boolean, now: () => number): EventList {
  const { listeners } = useEvents()
  const events = shallowRef<readonly GpuEvent[] | null>(null)
  const fresh = shallowRef<readonly GpuEvent[]>([])
  const next = shallowRef<number | null>(null)
  /** The event that the next page precedes; null for the first page. */
  const before = shallowRef<number | null>(null)
  const query = computed(() => {
    const selection = requested()
    // Marks are no events.
    if (selection === null || kindsOf(selection.kinds)?.length === 0) return null
    return new URLSearchParams(questionOf(selection, before.value)).toString()
  })
  const { answer, failure, refresh } = usePolling({
    key: () => query.value,
    request: (parameters, signal) => fetchEvents(Object.fromEntries(new URLSearchParams(parameters)), signal),
    everyMillis: RETRY_MILLIS,
    paused: () => true,
    answered: (page) => {
      const known = before.value === null ? [] : (events.value ?? [])
      events.value = newestFirst(withEvents(known, page.events))
      next.value = page.next
    },
  })
  const isBusy = computed(() => query.value !== null && answer.value === null && failure.value === null)

  function receive(event: GpuEvent): void {
    const selection = requested()
    if (events.value === null || selection === null) return
    const { kinds, gpus, rangeMillis } = selection
    if (!isAsked(event, kindsOf(kinds), gpus, now() - rangeMillis)) return
    const isKnown = events.value.some(({ id }) => id === event.id)
    // One that changes stays where it is.
    if (isKnown || !isReading()) events.value = newestFirst(withEvents(events.value, [event]))
    else fresh.value = newestFirst(withEvents(fresh.value, [event]))
  }
  listeners.add(receive)
  onScopeDispose(() => listeners.delete(receive))

  watch(
    () => JSON.stringify(requested()),
    () => {
      fresh.value = []
      next.value = null
      before.value = null
      if (requested() !== null && query.value === null) events.value = []
    },
    { immediate: true },
  )

  return {
    events,
    fresh,
    hasOlder: computed(() => next.value !== null),
    isBusy,
    failure,
    older: () => {
      if (isBusy.value) return
      if (before.value === next.value) refresh()
      else before.value = next.value
    },
    showFresh: () => {
      events.value = newestFirst(withEvents(events.value ?? [], fresh.value))
      fresh.value = []
    },
  }
}

function questionOf({ range, kinds, gpus }: Asked, before: number | null): EventQuery {
  const wanted = kindsOf(kinds)?.filter((kind) => kind !== 'mark')
  return {
    range,
    limit: String(PAGE),
    ...(wanted === undefined || wanted.length === 0 ? {} : { kinds: wanted.join(',') }),
    ...(gpus.length === 0 ? {} : { gpus: gpus.join(',') }),
    ...(before === null ? {} : { before: String(before) }),
  }
}
