import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { patienceAfter } from '@/api/refusal'
import { computed, onScopeDispose, ref, watch, type ComputedRef, type Ref } from 'vue'

const PATIENCE_MILLIS = 10_000
const CLOCK_MILLIS = 1000

export interface Asked {
  /** Time since the newest answer came. */
  ageMillis: ComputedRef<number>
  problem: Readonly<Ref<string | null>>
}

/** Asks again and again while somebody can see the answers: one question at a time, the next some time after it. */
export function useAsked<T>(
  question: (signal: AbortSignal) => Promise<T>,
  everyMillis: number,
  wanted: () => boolean,
  take: (answer: T) => void,
): Asked {
  const problem = ref<string | null>(null)
  const answeredAt = ref(performance.now())
  const now = ref(performance.now())
  const visibility = useDocumentVisibility()
  let pending: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    let wait = everyMillis
    const asking = (pending = new AbortController())
    const impatience = setTimeout(() => {
      asking.abort(new Error('no answer'))
    }, PATIENCE_MILLIS)
    try {
      const answer = await question(asking.signal)
      if (pending !== asking) return
      take(answer)
      answeredAt.value = now.value = performance.now()
      problem.value = null
    } catch (refusal) {
      if (pending !== asking) return
      wait = patienceAfter(refusal, everyMillis)
      problem.value = refusal instanceof Error ? refusal.message : String(refusal)
    } finally {
      clearTimeout(impatience)
    }
    timer = setTimeout(() => void ask(), wait)
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
  return { ageMillis: computed(() => Math.max(0, now.value - answeredAt.value)), problem }
}
