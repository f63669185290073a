import { computed } from 'vue'
import type { Snapshot } from '@/api/types'
import { useKnownInsights } from './insights'
import { useLive, type Live } from './live'
import { pageStore } from './page-store'
import type { Moment } from './readings'

/** The state of the page at its moment, shared by all components, at the pace of its text. */
export const useMoment = pageStore('moment', () => {
  const live = useLive()
  const { marks } = useKnownInsights()
  return computed(() => (live.snapshot.value === null ? null : momentOf(live, live.snapshot.value, marks.value)))
})

export function momentOf(live: Live, snapshot: Snapshot, marks: Moment['marks'] = null): Moment {
  const silent = live.stale.value && !live.paused.value
  return {
    snapshot,
    timeline: live.timeline,
    limits: live.limits.value,
    limitReasons: live.limitReasons.value,
    // A replay delivers snapshots between the shown one and now.
    edge: live.behind.value ? Math.min(live.edge(), Date.parse(snapshot.takenAt)) : live.edge(),
    silenceMillis: silent ? live.ageMillis.value : 0,
    patienceMillis: live.patienceMillis.value,
    marks,
  }
}
