import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { fetchMarks, fetchSummary, fetchUsage } from '@/api/past'
import { usePolling } from '@/composables/polling'
import type { HistorySummary, HistoryUsage, Mark } from '@/api/types'
import { periodQuestion } from '@/timeseries/question'
import type { PastPeriod } from './useHistory'

/** What adds up changes slowly. */
const SUMS_MILLIS = 30_000
const MARKS_MILLIS = 10_000

interface Beside {
  summary: ComputedRef<HistorySummary | null>
  usage: ComputedRef<HistoryUsage | null>
  marks: ShallowRef<readonly Mark[] | null>
  /** Why there are no sums of the time that is shown. */
  problem: ComputedRef<string | null>
}

type Part = 'charts' | 'sums'
interface Wanted {
  wants: (part: Part) => boolean
  /** Indexes of the GPUs that are shown alone, or null while all are shown. */
  alone: () => readonly number[] | null
}

/** What the page tells of the same time beside its charts; what has not come yet, or never will, is null. */
export function useBeside({ period, isFollowing }: PastPeriod, { wants, alone }: Wanted): Beside {
  const question = (part: Part) => periodQuestion(period.value, part === 'sums' ? alone() : null)

  // Sums of another time than the charts show would be taken for theirs.
  function summed<T>(request: (question: string, signal: AbortSignal) => Promise<T | null>) {
    return usePolling<T | null>({
      key: () => (wants('sums') ? question('sums') : null),
      request,
      everyMillis: SUMS_MILLIS,
      paused: () => !isFollowing.value,
    })
  }
  const marks = shallowRef<readonly Mark[] | null>(null)
  // Marks stand at their own moments, and are set at any time.
  usePolling<Mark[] | null>({
    key: () => (wants('charts') ? question('charts') : null),
    request: fetchMarks,
    everyMillis: MARKS_MILLIS,
    answered: (answer) => {
      marks.value = answer
    },
  })
  const { answer: summary, problem: ofSummary } = summed(fetchSummary)
  const { answer: usage, problem: ofUsage } = summed(fetchUsage)
  const problem = computed(
    () => (summary.value === null ? ofSummary.value : null) ?? (usage.value === null ? ofUsage.value : null),
  )
  return { summary, usage, marks, problem }
}
