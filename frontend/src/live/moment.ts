import { computed, type ComputedRef } from 'vue'
import { useLive } from './live'
import type { Moment } from './readings'

/** What is known at the moment the page shows; renewed at the pace of its text. */
export function useMoment(): ComputedRef<Moment | null> {
  const live = useLive()
  const { snapshot, timeline, limits, limitReasons, lastProcesses, edge, ageMillis, patienceMillis, stale, paused } = live
  return computed(() => {
    if (snapshot.value === null) return null
    const silent = stale.value && !paused.value
    return {
      snapshot: snapshot.value,
      timeline,
      limits: limits.value,
      limitReasons: limitReasons.value,
      lastProcesses,
      edge: edge(),
      silenceMillis: silent ? ageMillis.value : 0,
      patienceMillis: patienceMillis.value,
    }
  })
}
