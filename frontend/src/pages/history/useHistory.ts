import { computed, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { fetchHistory } from '@/api/history'
import { usePolling } from '@/composables/polling'
import { useRange, type SharedRange } from '@/timeseries/range'
import { useTimeView, type TimeView } from '@/charts/time-view'
import { pastOf, type Past } from '@/timeseries/past'
import type { Period } from '@/timeseries/question'
import { MOST_MILLIS, PAST, type PastRangeName } from '@/timeseries/ranges'
import { useLive } from '@/store/live'
import { useMoment } from '@/store/moment'

const EVERY_MILLIS = 1000
/** What is still being sampled is asked for again no more often. */
const LEAST_MILLIS = 5000

export interface PastPeriod {
  range: SharedRange<PastRangeName>
  view: TimeView
  /** What is wanted: a stretch that was chosen, else the time until now. */
  period: ComputedRef<Period>
  /** Whether new samples belong into it. */
  isFollowing: ComputedRef<boolean>
  /** Shown until what is wanted has come. */
  past: ShallowRef<Past | null>
}

/** Which part of the past the page shows. */
export function usePastPeriod(): PastPeriod {
  const moment = useMoment()
  const { paused } = useLive()
  const range = useRange(PAST)
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

interface Asked {
  problem: Readonly<Ref<string | null>>
  /** Whether what is shown is not yet what is wanted. */
  isBusy: ComputedRef<boolean>
}

/** Asks the server for it: once for a stretch of the past, again and again for one that goes on. */
export function useHistory({ past, isFollowing }: PastPeriod, question: () => string | null): Asked {
  const { newest } = useLive()
  const { problem } = usePolling({
    key: question,
    request: fetchHistory,
    everyMillis: () => Math.max(LEAST_MILLIS, past.value?.bucketMillis ?? 0),
    paused: () => !isFollowing.value,
    answered: (answer, asked) => {
      past.value = pastOf(asked, answer, newest.value?.everyMillis ?? EVERY_MILLIS)
    },
  })
  const isBusy = computed(() => past.value !== null && past.value.question !== question() && problem.value === null)
  return { problem, isBusy }
}
