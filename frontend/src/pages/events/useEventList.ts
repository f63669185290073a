import { computed, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { fetchEvents, type EventQuery } from '@/api/events'
import type { Failure } from '@/api/problem'
import type { GpuEvent } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { useEvents } from '@/store/events'
import { periodQuestion } from '@/timeseries/question'
import type { Span } from '@/timeseries/span'
import { newestFirst, withEvents } from '@/store/event-service'
import { kindsOf, matches } from './event-list'

interface Selection {
  range: string
  rangeMillis: number
  /** A period in place of the range. */
  span: Span | null
  /** A group or names of kinds, as in the address. */
  kinds: string
  gpus: readonly number[]
}

interface EventList {
  /** The newest first; null before the first response. */
  events: ShallowRef<readonly GpuEvent[] | null>
  /** New events that would move the rows that are being read. */
  fresh: ShallowRef<readonly GpuEvent[]>
  /** Whether the server has older ones. */
  hasOlder: ComputedRef<boolean>
  isBusy: ComputedRef<boolean>
  failure: Readonly<ShallowRef<Failure | null>>
  older: () => void
  /** Adds the new events to the list. */
  showFresh: () => void
}

const PAGE = 200
/** After a failed request. */
const RETRY_MILLIS = 10_000

/**
 * Requests events page by page from the newest, and adds those of the stream.
 *
 * @param requested null while the selection is unknown
 * @param isReading whether new events must wait
 * @param now the current time of the server
 */
export function useEventList(
  requested: () => Selection | null,
  isReading: () => boolean,
  now: () => number,
): EventList {
  const { listeners } = useEvents()
  const events = shallowRef<readonly GpuEvent[] | null>(null)
  const fresh = shallowRef<readonly GpuEvent[]>([])
  const next = shallowRef<number | null>(null)
  /** The event that the next page precedes; null for the first page. */
  const before = shallowRef<number | null>(null)
  const isLoaded = shallowRef(false)
  const query = computed(() => {
    const selection = requested()
    // The group of marks has no events.
    if (selection === null || kindsOf(selection.kinds)?.length === 0) return null
    return new URLSearchParams(parametersOf(selection, before.value)).toString()
  })
  // Before the query is polled, so that no other page of the new selection is requested.
  watch(
    () => JSON.stringify(requested()),
    () => {
      fresh.value = []
      next.value = null
      before.value = null
      isLoaded.value = false
      if (requested() !== null && query.value === null) events.value = []
    },
    { immediate: true },
  )
  const { failure, refresh } = usePolling({
    key: () => query.value,
    request: (parameters, signal) => fetchEvents(Object.fromEntries(new URLSearchParams(parameters)), signal),
    everyMillis: RETRY_MILLIS,
    paused: () => isLoaded.value,
    answered: (page) => {
      const loaded = before.value === null ? [] : (events.value ?? [])
      events.value = newestFirst(withEvents(loaded, page.events))
      next.value = page.next
      isLoaded.value = true
    },
  })
  const isBusy = computed(() => query.value !== null && !isLoaded.value && failure.value === null)

  function receive(event: GpuEvent): void {
    const selection = requested()
    if (events.value === null || selection === null) return
    const { kinds, gpus, rangeMillis, span } = selection
    if (span !== null && (Date.parse(event.at) < span.from || Date.parse(event.at) > span.to)) return
    if (!matches(event, kindsOf(kinds), gpus, span?.from ?? now() - rangeMillis)) return
    const isListed = events.value.some(({ id }) => id === event.id)
    // An event that changes remains in its place.
    if (isListed || !isReading()) events.value = newestFirst(withEvents(events.value, [event]))
    else fresh.value = newestFirst(withEvents(fresh.value, [event]))
  }
  listeners.add(receive)
  onScopeDispose(() => listeners.delete(receive))

  return {
    events,
    fresh,
    hasOlder: computed(() => next.value !== null),
    isBusy,
    failure,
    older: () => {
      if (isBusy.value) return
      isLoaded.value = false
      if (before.value === next.value) refresh()
      else before.value = next.value
    },
    showFresh: () => {
      events.value = newestFirst(withEvents(events.value ?? [], fresh.value))
      fresh.value = []
    },
  }
}

function parametersOf({ range, span, kinds, gpus }: Selection, before: number | null): EventQuery {
  const names = kindsOf(kinds)?.filter((kind) => kind !== 'mark')
  return {
    ...Object.fromEntries(new URLSearchParams(periodQuestion({ range, span }))),
    limit: String(PAGE),
    ...(names === undefined || names.length === 0 ? {} : { kinds: names.join(',') }),
    ...(gpus.length === 0 ? {} : { gpus: gpus.join(',') }),
    ...(before === null ? {} : { before: String(before) }),
  }
}
