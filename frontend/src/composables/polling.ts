import { useIntervalFn, useTimeoutFn } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { retryDelayAfter } from '@/api/problem'
import { REQUEST_TIMEOUT_MILLIS } from '@/api/request'
import { useVisible } from './visibility'

const CLOCK_MILLIS = 1000

interface Polling<T> {
  /** What to request, or null while nobody wants to know; another one is requested at once. */
  key: () => string | null
  request: (key: string, signal: AbortSignal) => Promise<T>
  /** From an answer to the next request. */
  everyMillis: number | (() => number)
  answered?: (answer: T, key: string) => void
  /** While it is true only what has never been answered is requested, and only once. */
  paused?: () => boolean
}

export interface Polled<T> {
  /** The last answer to the present key, or null while there is none. */
  answer: ComputedRef<T | null>
  /** Time since the newest answer, or since the beginning while there is none. */
  ageMillis: ComputedRef<number>
  /** What the server said in place of the newest answer. */
  problem: Readonly<Ref<string | null>>
}

/**
 * Polls the server for what the stream does not carry: one request at a time, none while the page is
 * hidden, and none when the component is gone.
 */
export function usePolling<T>({ key, request, everyMillis, answered, paused = () => false }: Polling<T>): Polled<T> {
  const isVisible = useVisible()
  const newest = shallowRef<{ key: string; answer: T } | null>(null)
  const problem = ref<string | null>(null)
  const answeredAt = ref(performance.now())
  const now = ref(answeredAt.value)
  const usual = () => (typeof everyMillis === 'number' ? everyMillis : everyMillis())
  const waitMillis = ref(usual())
  let pending: AbortController | null = null
  let wanted: string | null = null

  const next = useTimeoutFn((asked: string) => void poll(asked), waitMillis, { immediate: false })
  const timeout = useTimeoutFn(() => pending?.abort(new Error('no answer')), REQUEST_TIMEOUT_MILLIS, {
    immediate: false,
  })

  async function poll(asked: string): Promise<void> {
    const own = (pending = new AbortController())
    timeout.start()
    try {
      const answer = await request(asked, own.signal)
      if (pending !== own) return
      problem.value = null
      answeredAt.value = now.value = performance.now()
      newest.value = { key: asked, answer }
      answered?.(answer, asked)
      waitMillis.value = usual()
    } catch (error) {
      if (pending !== own) return
      waitMillis.value = retryDelayAfter(error, usual())
      problem.value = error instanceof Error ? error.message : String(error)
    }
    timeout.stop()
    if (!paused()) next.start(asked)
  }

  function stop(): void {
    next.stop()
    timeout.stop()
    const abandoned = pending
    pending = null
    abandoned?.abort()
  }

  watch(
    [key, isVisible, paused],
    ([asked, visible, resting]) => {
      stop()
      if (asked === null || !visible) return
      if (asked !== wanted) problem.value = null
      wanted = asked
      if (!resting || asked !== newest.value?.key) void poll(asked)
    },
    { immediate: true },
  )
  useIntervalFn(() => {
    if (!paused()) now.value = performance.now()
  }, CLOCK_MILLIS)
  onScopeDispose(stop)

  return {
    answer: computed(() => (newest.value !== null && newest.value.key === key() ? newest.value.answer : null)),
    ageMillis: computed(() => Math.max(0, now.value - answeredAt.value)),
    problem,
  }
}
