import { computed, type WritableComputedRef } from 'vue'
import { useQueryTime } from '@/navigation/query'
import { LONGEST_LIVE_MILLIS, spanOf, type Span } from './span'

/** The period that the address names; null without one, and for one that is longer than `mostMillis`. */
export function useZoom(mostMillis = LONGEST_LIVE_MILLIS): WritableComputedRef<Span | null> {
  const from = useQueryTime('from')
  const to = useQueryTime('to')
  return computed<Span | null>({
    get: () => spanOf(from.value, to.value, mostMillis),
    set: (chosen) => {
      from.value = chosen === null ? null : Math.round(chosen.from)
      to.value = chosen === null ? null : Math.round(chosen.to)
    },
  })
}
