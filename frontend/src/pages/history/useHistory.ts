import { computed, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { fetchHistory } from '@/api/history'
import { usePolling } from '@/composables/polling'
import { useRange, type SharedRange } from '@/timeseries/range'
import { useTimeView, type TimeView } from '@/charts/time-view'
import { pastOf, type Past } from '@/timeseries/past'
import type { Period } from '@/timeseries/question'
import { MOST_MILLIS, PAST, rangeSince, type PastRangeName } from '@/timeseries/ranges'
import { useLive } from '@/store/live'
import { useMoment } from '@/store/moment'

const EVERY_MILLIS = 1000
/** Minimum interval between requests for a period that grows. */
const LEAST_MILLIS = 5000

export interface PastPeriod {
  range: SharedRange<PastRangeName>
  view: TimeView
  /** The requested period: a chosen one, or a range until now. */
  period: ComputedRef<Period>
  /** Whether the period ends now. */
  isFollowing: ComputedRef<boolean>
  /** The last response, which is shown until the next one. */
  past: ShallowRef<Past | null>
}

/** The period of the page, by default one that holds all samples since a time. */
export function usePastPeriod(since: () => number | null): PastPeriod {
  const moment = useMoment()
  const { edge, paused } = useLive()
  const range = useRange(PAST, () => rangeSince(since(), edge()))
  const past = shallowRef<Past | null>(null)
  const view = useTimeView(
    () => range.range.value.millis,
    () => moment.value?.edge ?? Date.now(),
    () => null,
    { span: () => past.value?.span ?? null, mostMillis: MOST_MILLIS },
  )
  const period = computed(() => ({ range: range.name.value, span: view.zoom.value }))
  const isFollowing = computed(() => view.zoom.value === null && !paused.value)
  return { range, view, period, isFollowing, past }
}

interface RequestState {
  problem: Readonly<Ref<string | null>>
  /** Whether the page still shows another period than the requested one. */
  isBusy: ComputedRef<boolean>
}

/** Requests the history: once for a period in the past, repeatedly for one that ends now. */
export function useHistory({ past, isFollowing }: PastPeriod, query: () => string | null): RequestState {
  const { newest } = useLive()
  const { problem } = usePolling({
    key: query,
    request: fetchHistory,
    everyMillis: () => Math.max(LEAST_MILLIS, past.value?.bucketMillis ?? 0),
    paused: () => !isFollowing.value,
    answered: (answer, key) => {
      past.value = pastOf(key, answer, newest.value?.everyMillis ?? EVERY_MILLIS)
    },
  })
  const isBusy = computed(() => past.value !== null && past.value.question !== query() && problem.value === null)
  return { problem, isBusy }
}
