import { shallowRef, watch, type ShallowRef } from 'vue'
import { fetchEvents } from '@/api/events'
import { fetchStates } from '@/api/state-history'
import type { GpuEvent, GpuStates, Mark } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { useEvents } from '@/store/events'
import { useLive } from '@/store/live'
import { periodQuestion } from '@/timeseries/question'
import type { Span } from '@/timeseries/span'
import { MARKED_KINDS } from './ribbon-marks'

/** The time range of charts: a span, or the last milliseconds. */
export interface RibbonPeriod {
  span: Span | null
  rangeMillis: number
}

/** The data that a page has requested itself. */
export interface StoredPast {
  /** Undefined before the first answer; null without a history. */
  states: GpuStates | null | undefined
  marks: readonly Mark[] | null
}

const POINTS = 600
const LEAST_MILLIS = 2000
const MOST_MILLIS = 30_000
const SHARE = 150
const MOST_EVENTS = '1000'
/** A failed request is repeated. */
const RETRY_MILLIS = 10_000
/** The status of a server whose history is off. */
const UNAVAILABLE = 503

/** The period as parameters of a request. */
export function questionOf({ span, rangeMillis }: RibbonPeriod, gpus: readonly number[] | null = null): string {
  return periodQuestion({ range: `${Math.round(rangeMillis / 1000)}s`, span }, gpus)
}

/**
 * Polls the states of GPUs over a period; the last answer stays until the next one. Undefined before the first, null
 * without a history.
 */
export function useStates(
  period: () => RibbonPeriod | null,
  gpus: () => readonly number[] | null,
): ShallowRef<GpuStates | null | undefined> {
  const { paused } = useLive()
  const states = shallowRef<GpuStates | null>()
  const { answer } = usePolling({
    key: () => {
      const wanted = period()
      return wanted === null ? null : `${questionOf(wanted, gpus())}&points=${POINTS}`
    },
    request: fetchStates,
    failed: ({ status }) => {
      states.value = status === UNAVAILABLE ? null : answer.value
    },
    // A live band may lag behind by some pixels.
    everyMillis: (failure) =>
      failure === null
        ? Math.min(MOST_MILLIS, Math.max(LEAST_MILLIS, (period()?.rangeMillis ?? 0) / SHARE))
        : RETRY_MILLIS,
    paused: () => paused.value || period()?.span !== null,
    answered: (answer) => {
      states.value = answer
    },
  })
  return states
}

/** Events of a period: those of the page for a live one, else those of the server. */
export function usePeriodEvents(period: () => RibbonPeriod | null): ShallowRef<readonly GpuEvent[]> {
  const { day } = useEvents()
  const events = shallowRef<readonly GpuEvent[]>([])
  const { answer } = usePolling({
    key: () => {
      const wanted = period()
      return wanted?.span == null ? null : questionOf(wanted)
    },
    request: (query, signal) =>
      fetchEvents(
        { ...Object.fromEntries(new URLSearchParams(query)), kinds: MARKED_KINDS, limit: MOST_EVENTS },
        signal,
      ),
    everyMillis: RETRY_MILLIS,
    paused: () => true,
  })
  watch(
    [day, answer, () => period()?.span ?? null],
    () => {
      if (period()?.span == null) events.value = day.value ?? []
      else if (answer.value !== null) events.value = answer.value.events
    },
    { immediate: true },
  )
  return events
}
