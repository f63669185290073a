import { useEventListener, useStorage } from '@vueuse/core'
import { computed, onScopeDispose, type ComputedRef } from 'vue'
import type { Span } from '@/timeseries/span'

const EVENING = 20
const MORNING = 8
/** A shorter absence is the same visit. */
const VISIT_MILLIS = 600_000

/** From 20:00 to 08:00 of this day, or to now before it is over; local time. */
export function lastNight(now: number): Span {
  const morning = new Date(now)
  morning.setHours(MORNING, 0, 0, 0)
  const evening = new Date(now)
  evening.setDate(evening.getDate() - 1)
  evening.setHours(EVENING, 0, 0, 0)
  return { from: evening.getTime(), to: Math.min(now, morning.getTime()) }
}

/** When the page was last looked at before this visit, by this browser; null on the first one. */
export function useLastLook(now: () => number): ComputedRef<number | null> {
  const visits = useStorage('gpulse.looked', { last: 0, before: 0 })
  if (now() - visits.value.last > VISIT_MILLIS) visits.value.before = visits.value.last
  const look = () => (visits.value.last = now())
  look()
  useEventListener(window, 'pagehide', look)
  onScopeDispose(look)
  return computed(() => (visits.value.before === 0 ? null : visits.value.before))
}
