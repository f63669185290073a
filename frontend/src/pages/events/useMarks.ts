import { shallowRef, type Ref, type ShallowRef } from 'vue'
import { fetchMarks } from '@/api/past'
import { usePolling } from '@/composables/polling'
import type { Mark } from '@/api/types'
import { periodQuestion } from '@/timeseries/question'
import { atLeastDay, type EventRange } from './useEventRange'

/** They are set at any time, and not told on the stream. */
const EVERY_MILLIS = 10_000

/** Moments that somebody named; none until they have come, and where no history keeps them. */
export function useMarks(range: () => EventRange): {
  marks: ShallowRef<readonly Mark[]>
  problem: Readonly<Ref<string | null>>
} {
  const marks = shallowRef<readonly Mark[]>([])
  const { problem } = usePolling<Mark[] | null>({
    key: () => periodQuestion({ range: atLeastDay(range()), span: null }),
    request: fetchMarks,
    everyMillis: EVERY_MILLIS,
    answered: (answer) => {
      if (JSON.stringify(answer ?? []) !== JSON.stringify(marks.value)) marks.value = answer ?? []
    },
  })
  return { marks, problem }
}
