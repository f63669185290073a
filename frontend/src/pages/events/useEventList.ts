import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { fetchEvents, type EventQuestion } from '@/api/events'
import type { GpuEvent } from '@/api/types'
import { useEvents } from '@/store/events'
import { newestFirst, withEvents } from '@/store/event-service'
import { failureOf } from '@/store/insight-service'
import type { Failure } from '@/store/insights'
import { kindsOf, matches } from './event-list'

interface EventListQuery {
  range: string
  rangeMillis: number
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
  isBusy: Ref<boolean>
  failure: ShallowRef<Failure | null>
  older: () => Promise<void>
  /** Adds the new events to the list. */
  showFresh: () => void
}

const PAGE = 200

/**
 * Requests events page by page from the newest, and adds those of the stream.
 *
 * @param query null while the GPUs are unknown
 * @param isReading whether new events must wait
 * @param now the time of the server
 */
export function useEventList(
  query: () => EventListQuery | null,
  isReading: () => boolean,
  now: () => number,
): EventList {
  const { hearers, failure: dayFailure } = useEvents()
  const events = shallowRef<readonly GpuEvent[] | null>(null)
  const fresh = shallowRef<readonly GpuEvent[]>([])
  const next = shallowRef<number | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const isBusy = ref(false)
  let round = 0

  async function load(current: EventListQuery, before: number | null): Promise<void> {
    const own = ++round
    isBusy.value = true
    try {
      const page = await fetchEvents(parametersOf(current, before))
      if (own !== round) return
      events.value =
        before === null ? newestFirst(page.events) : newestFirst(withEvents(events.value ?? [], page.events))
      next.value = page.next
      failure.value = null
    } catch (problem) {
      if (own === round) failure.value = failureOf(problem)
    }
    if (own === round) isBusy.value = false
  }

  function reload(): void {
    fresh.value = []
    next.value = null
    const current = query()
    if (current === null) return
    // The group of marks has no events.
    if (kindsOf(current.kinds)?.length === 0) {
      round++
      events.value = []
      isBusy.value = false
    } else void load(current, null)
  }

  function receive(event: GpuEvent): void {
    const current = query()
    if (events.value === null || current === null) return
    const { kinds, gpus, rangeMillis } = current
    if (!matches(event, kindsOf(kinds), gpus, now() - rangeMillis)) return
    const isListed = events.value.some(({ id }) => id === event.id)
    // An event that changes remains in its place.
    if (isListed || !isReading()) events.value = newestFirst(withEvents(events.value, [event]))
    else fresh.value = newestFirst(withEvents(fresh.value, [event]))
  }
  hearers.add(receive)
  onScopeDispose(() => hearers.delete(receive))

  watch(() => JSON.stringify(query()), reload, { immediate: true })
  // The events of the day are requested repeatedly: their success is a reason to retry.
  watch(dayFailure, (problem) => {
    if (problem === null && failure.value !== null) reload()
  })

  return {
    events,
    fresh,
    hasOlder: computed(() => next.value !== null),
    isBusy,
    failure,
    older: async () => {
      const current = query()
      if (next.value !== null && current !== null && !isBusy.value) await load(current, next.value)
    },
    showFresh: () => {
      events.value = newestFirst(withEvents(events.value ?? [], fresh.value))
      fresh.value = []
    },
  }
}

function parametersOf({ range, kinds, gpus }: EventListQuery, before: number | null): EventQuestion {
  const names = kindsOf(kinds)?.filter((kind) => kind !== 'mark')
  return {
    range,
    limit: String(PAGE),
    ...(names === undefined || names.length === 0 ? {} : { kinds: names.join(',') }),
    ...(gpus.length === 0 ? {} : { gpus: gpus.join(',') }),
    ...(before === null ? {} : { before: String(before) }),
  }
}
