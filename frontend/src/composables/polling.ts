import { useIntervalFn, useTimeoutFn } from '@vueuse/core'
import { computed, effectScope, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { failureOf, retryDelayAfter, type Failure } from '@/api/problem'
import { REQUEST_TIMEOUT_MILLIS } from '@/api/request'
import { useVisible } from './visibility'

const CLOCK_MILLIS = 1000

interface Polling<T> {
  /** The query, or null while it is not needed; a new one is requested at once. */
  key: () => string | null
  request: (key: string, signal: AbortSignal) => Promise<T>
  /** Time from a response to the next request; a failed request may have another one. */
  everyMillis: number | ((failure: Failure | null) => number)
  answered?: (answer: T, key: string) => void
  failed?: (failure: Failure) => void
  /** While true, a query is repeated only until it has been answered. */
  paused?: () => boolean
}

export interface Polled<T> {
  /** The last answer to the current query, or null while there is none. */
  answer: ComputedRef<T | null>
  /** Time since the newest answer, or since the start while there is none. */
  ageMillis: ComputedRef<number>
  /** Error of the newest request; null after an answer. */
  failure: Readonly<ShallowRef<Failure | null>>
  /** The text of that error. */
  problem: ComputedRef<string | null>
  /** Requests at once, unless a request is pending. */
  refresh: () => void
}

/**
 * Queries the server and repeats the query: one request at a time, none while the page is hidden, and none after the
 * end of the scope. A server that sends Retry-After is left alone for that time.
 */
export function usePolling<T>(polling: Polling<T>): Polled<T> {
  const { key, request, everyMillis, answered, failed, paused = () => false } = polling
  const isVisible = useVisible()
  const newest = shallowRef<{ key: string; answer: T } | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const answeredAt = ref(performance.now())
  const now = ref(answeredAt.value)
  const waitMillis = ref(0)
  let pending: AbortController | null = null
  let current: string | null = null

  const usualMillis = () => (typeof everyMillis === 'number' ? everyMillis : everyMillis(failure.value))
  const next = useTimeoutFn((query: string) => void poll(query), waitMillis, { immediate: false })
  const timeout = useTimeoutFn(() => pending?.abort(new Error('no answer')), REQUEST_TIMEOUT_MILLIS, {
    immediate: false,
  })
  const clock = useIntervalFn(() => (now.value = performance.now()), CLOCK_MILLIS, { immediate: false })

  async function poll(query: string): Promise<void> {
    const own = (pending = new AbortController())
    timeout.start()
    try {
      const answer = await request(query, own.signal)
      if (pending !== own) return
      failure.value = null
      answeredAt.value = now.value = performance.now()
      newest.value = { key: query, answer }
      use(answer, query)
      waitMillis.value = usualMillis()
    } catch (error) {
      if (pending !== own) return
      failure.value = failureOf(error)
      failed?.(failure.value)
      waitMillis.value = retryDelayAfter(error, usualMillis())
    }
    pending = null
    timeout.stop()
    if (!paused() || query !== newest.value?.key) next.start(query)
  }

  /** A defect of the page is no failure of the request. */
  function use(answer: T, query: string): void {
    try {
      answered?.(answer, query)
    } catch (defect) {
      reportError(defect)
    }
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
    ([query, visible, isPaused]) => {
      if (isPaused || !visible) clock.pause()
      else {
        clock.resume()
        now.value = performance.now()
      }
      const isNeeded = !isPaused || query !== newest.value?.key
      if (query === current && visible && pending !== null && isNeeded) return
      stop()
      if (query === null || !visible) return
      if (query !== current) failure.value = null
      current = query
      if (isNeeded) void poll(query)
    },
    { immediate: true },
  )
  onScopeDispose(stop)

  return {
    answer: computed(() => (newest.value !== null && newest.value.key === key() ? newest.value.answer : null)),
    ageMillis: computed(() => Math.max(0, now.value - answeredAt.value)),
    failure,
    problem: computed(() => failure.value?.detail ?? null),
    refresh: () => {
      const query = key()
      if (query === null || !isVisible.value || pending !== null) return
      next.stop()
      current = query
      void poll(query)
    },
  }
}

const RETRY_MILLIS = 10_000

interface PageQuery<T> extends Pick<Polled<T>, 'answer' | 'problem'> {
  /** Requests the answer, unless it is there or pending. */
  want: () => void
}

/** A query whose answer does not change while the server runs: all of the page shares it, from its first use on. */
export function pageQuery<T>(request: (signal: AbortSignal) => Promise<T>): PageQuery<T> {
  const isWanted = ref(false)
  const { answer, problem, refresh } = effectScope().run(() =>
    usePolling({
      key: () => (isWanted.value ? 'page' : null),
      request: (_, signal) => request(signal),
      everyMillis: RETRY_MILLIS,
      paused: () => true,
    }),
  ) as Polled<T>

  function want(): void {
    isWanted.value = true
    if (answer.value === null) refresh()
  }
  return { answer, problem, want }
}
