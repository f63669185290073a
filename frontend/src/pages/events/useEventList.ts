import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { fetchEvents, type EventQuestion } from '@/api/events'
import type { GpuEvent } from '@/api/types'
import { useEvents } from '@/store/events'
import { newestFirst, withEvents } from '@/store/event-service'
import { failureOf } from '@/store/insight-service'
import type { Failure } from '@/store/insights'
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
  isBusy: Ref<boolean>
  failure: ShallowRef<Failure | null>
  older: () => Promise<void>
  /** Puts in what was kept back. */
  showFresh: () => void
}

const PAGE = 200

/**
 * The events that the page asks for, page by page from the newest, and what the stream adds.
 *
 * @param asked null while it is not known what is wanted
 * @param isReading whether new ones have to wait
 * @param now the present of the server
 */
export function useEventList(asked: () => Asked | null, isReading: () => boolean, now: () => number): EventList {
  const { hearers, failure: ofDay } = useEvents()
  const events = shallowRef<readonly GpuEvent[] | null>(null)
  const fresh = shallowRef<readonly GpuEvent[]>([])
  const next = shallowRef<number | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const isBusy = ref(false)
  let round = 0

  async function load(question: Asked, before: number | null): Promise<void> {
    const own = ++round
    isBusy.value = true
    try {
      const page = await fetchEvents(questionOf(question, before))
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

  function begin(): void {
    fresh.value = []
    next.value = null
    const question = asked()
    if (question === null) return
    // Kinds without any, as marks are, need no question.
    if (kindsOf(question.kinds)?.length === 0) {
      round++
      events.value = []
      isBusy.value = false
    } else void load(question, null)
  }

  function hear(event: GpuEvent): void {
    const question = asked()
    if (events.value === null || question === null) return
    const { kinds, gpus, rangeMillis } = question
    if (!isAsked(event, kindsOf(kinds), gpus, now() - rangeMillis)) return
    const isKnown = events.value.some(({ id }) => id === event.id)
    // One that changes stays where it is.
    if (isKnown || !isReading()) events.value = newestFirst(withEvents(events.value, [event]))
    else fresh.value = newestFirst(withEvents(fresh.value, [event]))
  }
  hearers.add(hear)
  onScopeDispose(() => hearers.delete(hear))

  watch(() => JSON.stringify(asked()), begin, { immediate: true })
  // The events of the day are asked for again and again: once they come, so do these.
  watch(ofDay, (told) => {
    if (told === null && failure.value !== null) begin()
  })

  return {
    events,
    fresh,
    hasOlder: computed(() => next.value !== null),
    isBusy,
    failure,
    older: async () => {
      const question = asked()
      if (next.value !== null && question !== null && !isBusy.value) await load(question, next.value)
    },
    showFresh: () => {
      events.value = newestFirst(withEvents(events.value ?? [], fresh.value))
      fresh.value = []
    },
  }
}

function questionOf({ range, kinds, gpus }: Asked, before: number | null): EventQuestion {
  const wanted = kindsOf(kinds)?.filter((kind) => kind !== 'mark')
  return {
    range,
    limit: String(PAGE),
    ...(wanted === undefined || wanted.length === 0 ? {} : { kinds: wanted.join(',') }),
    ...(gpus.length === 0 ? {} : { gpus: gpus.join(',') }),
    ...(before === null ? {} : { before: String(before) }),
  }
}
