import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { useLive } from '@/live/live'
import { useAsking } from './asking'

const CLOCK_MILLIS = 1000

interface Question<T> {
  /** What to ask about, or null while nobody wants to know. */
  about: () => string | null
  ask: (about: string, signal: AbortSignal) => Promise<T>
  /** From an answer to the next question. */
  everyMillis: number
  answered?: (answer: T, about: string) => void
}

export interface Polled<T> {
  /** The last answer about what is asked now, or null while there is none. */
  answer: ComputedRef<T | null>
  /** Time since that answer. */
  ageMillis: ComputedRef<number>
  problem: Readonly<Ref<string | null>>
}

/**
 * Asks the server again and again for what the stream does not carry: one question at a time, none while the page is
 * hidden, and while it is paused none but the first.
 */
export function usePolled<T>(question: Question<T>): Polled<T> {
  const { paused } = useLive()
  const visibility = useDocumentVisibility()
  const told = shallowRef<{ about: string; answer: T; at: number } | null>(null)
  const now = ref(performance.now())
  const { problem, ask, stop } = useAsking<T>(question.everyMillis, () => paused.value)

  function answered(about: string, answer: T): void {
    now.value = performance.now()
    told.value = { about, answer, at: now.value }
    question.answered?.(answer, about)
  }

  watch(
    [question.about, () => visibility.value === 'visible', paused],
    ([about, visible, resting]) => {
      stop()
      if (about !== told.value?.about) problem.value = null
      if (about === null || !visible || (resting && about === told.value?.about)) return
      ask(
        (signal) => question.ask(about, signal),
        (answer) => {
          answered(about, answer)
        },
      )
    },
    { immediate: true },
  )
  useIntervalFn(() => {
    if (!paused.value) now.value = performance.now()
  }, CLOCK_MILLIS)

  const current = computed(() => (told.value?.about === question.about() ? told.value : null))
  return {
    answer: computed(() => current.value?.answer ?? null),
    ageMillis: computed(() => (current.value === null ? 0 : Math.max(0, now.value - current.value.at))),
    problem,
  }
}
