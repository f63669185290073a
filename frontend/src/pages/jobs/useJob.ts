import { computed, ref, type ComputedRef, type Ref } from 'vue'
import { fetchJob, fetchJobText } from '@/api/jobs'
import type { Failure } from '@/api/problem'
import type { Job } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { useWords } from '@/i18n/words'
import { useLive } from '@/store/live'

const EVERY_MILLIS = 15_000

interface UsedJob {
  /** Null before the first answer. */
  job: ComputedRef<Job | null>
  /** Its report as text; empty before it is known. */
  text: ComputedRef<string>
  failure: Readonly<Ref<Failure | null>>
}

/** The report of a job, again and again while the job may run. */
export function useJob(id: () => string): UsedJob {
  const { locale } = useWords()
  const { paused } = useLive()
  const key = () => JSON.stringify([id(), locale.value])
  const parsed = (each: string) => JSON.parse(each) as [string, string]
  /** The key of a job that has ended, whose report does not change. */
  const overKey = ref<string | null>(null)
  const isSettled = () => paused.value || overKey.value === key()
  const { answer: job, failure } = usePolling<Job>({
    key,
    request: (each, signal) => fetchJob(...parsed(each), signal),
    everyMillis: EVERY_MILLIS,
    paused: isSettled,
    answered: ({ state }, each) => {
      overKey.value = state === 'ENDED' ? each : null
    },
  })
  const { answer: text } = usePolling({
    key: () => (job.value === null ? null : key()),
    request: (each, signal) => fetchJobText(...parsed(each), signal),
    everyMillis: 2 * EVERY_MILLIS,
    paused: isSettled,
  })
  return { job, text: computed(() => text.value ?? ''), failure }
}
