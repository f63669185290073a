import { shallowRef, type Ref, type ShallowRef } from 'vue'
import { fetchMarks } from '@/api/past'
import type { Mark } from '@/api/types'
import { usePolling } from '@/composables/polling'

/** Marks are added at any time, and the stream does not report them. */
const EVERY_MILLIS = 10_000

interface PolledMarks {
  /** Null before the first response, and without a history. */
  marks: ShallowRef<readonly Mark[] | null>
  problem: Readonly<Ref<string | null>>
}

/** Polls the marks of a period. */
export function useMarks(period: () => string | null): PolledMarks {
  const marks = shallowRef<readonly Mark[] | null>(null)
  const { problem } = usePolling<Mark[] | null>({
    key: period,
    request: fetchMarks,
    everyMillis: EVERY_MILLIS,
    answered: (answer) => {
      if (JSON.stringify(answer) !== JSON.stringify(marks.value)) marks.value = answer
    },
  })
  return { marks, problem }
}
