import { shallowRef, type ShallowRef } from 'vue'
import { fetchMarks, fetchSummary, fetchUsage } from '@/api/past'
import { usePolling } from '@/composables/polling'
import type { HistorySummary, HistoryUsage, Mark } from '@/history/contract'
import { periodQuestion } from '@/history/question'
import type { PastPeriod } from './useHistory'

/** What adds up changes slowly. */
const SUMS_MILLIS = 30_000
const MARKS_MILLIS = 10_000

interface Beside {
  summary: ShallowRef<HistorySummary | null>
  usage: ShallowRef<HistoryUsage | null>
  marks: ShallowRef<readonly Mark[] | null>
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

  function asked<T>(request: (question: string, signal: AbortSignal) => Promise<T | null>, part: Part) {
    const told = shallowRef<T | null>(null)
    usePolling<T | null>({
      key: () => (wants(part) ? question(part) : null),
      request,
      everyMillis: part === 'charts' ? MARKS_MILLIS : SUMS_MILLIS,
      // Marks are set at any time.
      paused: () => part === 'sums' && !isFollowing.value,
      answered: (answer) => {
        told.value = answer
      },
    })
    return told
  }
  return { summary: asked(fetchSummary, 'sums'), usage: asked(fetchUsage, 'sums'), marks: asked(fetchMarks, 'charts') }
}
