import { useEventListener, useStorage } from '@vueuse/core'
import { computed, onScopeDispose, type ComputedRef } from 'vue'
import { basePath } from '@/api/address'
import { embedded } from '@/navigation/embed'
import type { Span } from '@/timeseries/span'

const EVENING = 20
const MORNING = 8
/** A shorter absence is the same visit. */
const VISIT_MILLIS = 600_000
/** The longest period of a story. */
const MOST_MILLIS = 7 * 86_400_000

/** From 20:00 to 08:00 of this day, or to now before it is over; local time. */
export function lastNight(now: number): Span {
  const morning = new Date(now)
  morning.setHours(MORNING, 0, 0, 0)
  const evening = new Date(now)
  evening.setDate(evening.getDate() - 1)
  evening.setHours(EVENING, 0, 0, 0)
  return { from: evening.getTime(), to: Math.min(now, morning.getTime()) }
}

/** The end of a longer period. */
export function shortened({ from, to }: Span): Span {
  return { from: Math.max(from, to - MOST_MILLIS), to }
}

/** When the page was last looked at before this visit, by this browser; null on the first one, and in a frame. */
export function useLastLook(now: () => number): ComputedRef<number | null> {
  if (embedded) return computed(() => null)
  const visits = useStorage(`gpulse.looked ${basePath()}`, { last: 0, before: 0 })
  function look(): void {
    visits.value = { ...visits.value, last: now() }
  }
  function come(): void {
    if (now() - visits.value.last > VISIT_MILLIS) visits.value = { last: now(), before: visits.value.last }
    else look()
  }
  come()
  useEventListener(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible') come()
    else look()
  })
  useEventListener(window, 'pagehide', look)
  onScopeDispose(look)
  return computed(() => (visits.value.before === 0 ? null : visits.value.before))
}
