import { computed, type ComputedRef, type Ref } from 'vue'
import { fetchJobs } from '@/api/jobs'
import type { Failure } from '@/api/problem'
import type { Jobs } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { useWords } from '@/i18n/words'
import { useLive } from '@/store/live'
import { useMoment } from '@/store/moment'
import { jobRow, reservedRow, type JobRow, type ReservedRow } from './job-rows'

const EVERY_MILLIS = 15_000

export interface UsedJobs {
  /** Null before the first answer. */
  found: ComputedRef<Jobs | null>
  rows: ComputedRef<JobRow[]>
  reserved: ComputedRef<ReservedRow[]>
  /** Users of all of them. */
  users: ComputedRef<string[]>
  now: ComputedRef<number>
  failure: Readonly<Ref<Failure | null>>
}

/** The time of the server in steps, so that rows do not change with each snapshot. */
export function useNow(): ComputedRef<number> {
  const moment = useMoment()
  return computed(() => Math.floor((moment.value?.edge ?? Date.now()) / EVERY_MILLIS) * EVERY_MILLIS)
}

/** The jobs of the last 24 hours; the last answer stays until that in another language arrives. */
export function useJobs(): UsedJobs {
  const { t, locale } = useWords()
  const { paused } = useLive()
  const { answer, failure } = usePolling({
    key: () => `since=24h&lang=${locale.value}`,
    request: fetchJobs,
    everyMillis: EVERY_MILLIS,
    paused: () => paused.value,
  })
  const found = computed<Jobs | null>((before) => answer.value ?? before ?? null)
  const now = useNow()
  const rows = computed(() => (found.value?.jobs ?? []).map((job) => jobRow(job, now.value, t)))
  const reserved = computed(() => (found.value?.reserved ?? []).map((job) => reservedRow(job, t)))
  const users = computed(() =>
    [...rows.value.map(({ job }) => job), ...reserved.value].flatMap(({ user }) => user ?? []),
  )
  return { found, rows, reserved, users, now, failure }
}
