import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { fetchLinks } from '@/api/links'
import type { Snapshot } from '@/api/types'

export const ASK_MILLIS = 2000
const PATIENCE_MILLIS = 10_000
const CLOCK_MILLIS = 1000
/** Their counters span about five seconds. */
const KEPT = 3

export interface AskedLinks {
  /** The last answers, the oldest first. */
  answers: Readonly<ShallowRef<readonly Snapshot[]>>
  /** Time since the newest answer came. */
  ageMillis: ComputedRef<number>
  problem: Readonly<Ref<string | null>>
}

/** Asks for single links while somebody can see them: one question at a time, the next two seconds after its answer. */
export function useLinks(wanted: () => boolean): AskedLinks {
  const answers = shallowRef<readonly Snapshot[]>([])
  const problem = ref<string | null>(null)
  const answeredAt = ref(performance.now())
  const now = ref(performance.now())
  const visibility = useDocumentVisibility()
  let pending: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    const question = (pending = new AbortController())
    const impatience = setTimeout(() => {
      question.abort(new Error('no answer'))
    }, PATIENCE_MILLIS)
    try {
      const answer = await fetchLinks(question.signal)
      if (pending !== question) return
      answers.value = continued(answers.value, answer)
      answeredAt.value = now.value = performance.now()
      problem.value = null
    } catch (refusal) {
      if (pending !== question) return
      problem.value = refusal instanceof Error ? refusal.message : String(refusal)
    } finally {
      clearTimeout(impatience)
    }
    timer = setTimeout(() => void ask(), ASK_MILLIS)
  }

  function stop(): void {
    clearTimeout(timer)
    const abandoned = pending
    pending = null
    abandoned?.abort()
  }

  watch(
    () => wanted() && visibility.value === 'visible',
    (asking) => {
      stop()
      if (asking) void ask()
    },
    { immediate: true },
  )
  useIntervalFn(() => (now.value = performance.now()), CLOCK_MILLIS)
  onScopeDispose(stop)
  return { answers, ageMillis: computed(() => Math.max(0, now.value - answeredAt.value)), problem }
}

/** An answer of another source, or one that is no newer, begins anew. */
function continued(before: readonly Snapshot[], answer: Snapshot): readonly Snapshot[] {
  const last = before.at(-1)
  if (last === undefined) return [answer]
  const follows = last.source.kind === answer.source.kind && Date.parse(last.takenAt) < Date.parse(answer.takenAt)
  return follows ? [...before, answer].slice(-KEPT) : [answer]
}
