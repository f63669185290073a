import { computed, type ComputedRef, type ShallowRef } from 'vue'
import { fetchSummary, fetchUsage } from '@/api/past'
import { usePolling } from '@/composables/polling'
import type { GpuStates, HistorySummary, HistoryUsage, Mark } from '@/api/types'
import { periodQuestion } from '@/timeseries/question'
import type { PastPeriod } from './useHistory'
import { useMarks } from '@/time-page/useMarks'
import { useStates } from '@/time-page/useStates'

/** Sums change slowly. */
const EVERY_MILLIS = 30_000

interface PeriodData {
  summary: ComputedRef<HistorySummary | null>
  usage: ComputedRef<HistoryUsage | null>
  /** How long each GPU was in each state. */
  states: Readonly<ShallowRef<GpuStates | null | undefined>>
  marks: ShallowRef<readonly Mark[] | null>
  /** Why the sums could not be loaded. */
  problem: ComputedRef<string | null>
}

interface Options {
  wantsMarks: () => boolean
  wantsSums: () => boolean
  /** Indexes of the GPUs that are shown alone, or null while all are shown. */
  alone: () => readonly number[] | null
}

/** Requests the sums and marks of the period of the charts; they are null before the first response. */
export function usePeriodData(
  { period, range, isFollowing }: PastPeriod,
  { wantsMarks, wantsSums, alone }: Options,
): PeriodData {
  // The answer to another period is null: its sums would be mistaken for those of the charts.
  function poll<T>(request: (query: string, signal: AbortSignal) => Promise<T | null>) {
    return usePolling<T | null>({
      key: () => (wantsSums() ? periodQuestion(period.value, alone()) : null),
      request,
      everyMillis: EVERY_MILLIS,
      paused: () => !isFollowing.value,
    })
  }
  const { marks } = useMarks(() => (wantsMarks() ? periodQuestion(period.value) : null))
  const { answer: summary, problem: summaryProblem } = poll(fetchSummary)
  const { answer: usage, problem: usageProblem } = poll((query, signal) => fetchUsage(`${query}&by=user`, signal))
  const states = useStates(
    () => (wantsSums() ? { span: period.value.span, rangeMillis: range.range.value.millis } : null),
    alone,
  )
  const problem = computed(
    () => (summary.value === null ? summaryProblem.value : null) ?? (usage.value === null ? usageProblem.value : null),
  )
  return { summary, usage, states, marks, problem }
}
