import { computed, type ComputedRef } from 'vue'
import type { Snapshot } from '@/api/types'
import { insightsOf } from './insights'
import { useLive, type Live } from './live'
import type { Moment } from './readings'

const shared = new WeakMap<Live, ComputedRef<Moment | null>>()

/** What is known at the moment the page shows; renewed at the pace of its text, and the same for all of the page. */
export function useMoment(): ComputedRef<Moment | null> {
  const live = useLive()
  const known = shared.get(live)
  if (known !== undefined) return known
  const moment = computed(() => (live.snapshot.value === null ? null : momentOf(live, live.snapshot.value)))
  shared.set(live, moment)
  return moment
}

export function momentOf(live: Live, snapshot: Snapshot): Moment {
  const silent = live.stale.value && !live.paused.value
  return {
    snapshot,
    timeline: live.timeline,
    limits: live.limits.value,
    limitReasons: live.limitReasons.value,
    lastProcesses: live.lastProcesses,
    // What a replay has brought in the meantime is older than now, and newer than the snapshot.
    edge: live.behind.value ? Math.min(live.edge(), Date.parse(snapshot.takenAt)) : live.edge(),
    silenceMillis: silent ? live.ageMillis.value : 0,
    patienceMillis: live.patienceMillis.value,
    marks: insightsOf(live).marks.value,
  }
}
