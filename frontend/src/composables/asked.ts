import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { useAsking } from './asking'

const CLOCK_MILLIS = 1000

export interface Asked {
  /** Time since the newest answer came. */
  ageMillis: ComputedRef<number>
  problem: Readonly<Ref<string | null>>
}

/** Asks again and again while somebody can see the answers. */
export function useAsked<T>(
  question: (signal: AbortSignal) => Promise<T>,
  everyMillis: number,
  wanted: () => boolean,
  take: (answer: T) => void,
): Asked {
  const { problem, ask, stop } = useAsking<T>(everyMillis)
  const answeredAt = ref(performance.now())
  const now = ref(performance.now())
  const visibility = useDocumentVisibility()

  function answered(answer: T): void {
    take(answer)
    answeredAt.value = now.value = performance.now()
  }

  watch(
    () => wanted() && visibility.value === 'visible',
    (asking) => {
      stop()
      if (asking) ask(question, answered)
    },
    { immediate: true },
  )
  useIntervalFn(() => (now.value = performance.now()), CLOCK_MILLIS)
  return { ageMillis: computed(() => Math.max(0, now.value - answeredAt.value)), problem }
}
