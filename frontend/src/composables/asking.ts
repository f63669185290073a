import { onScopeDispose, ref, type Ref } from 'vue'
import { ANSWER_MILLIS } from '@/api/ask'
import { patienceAfter } from '@/api/refusal'

interface Asking<T> {
  /** What the server said in place of the newest answer. */
  problem: Ref<string | null>
  /** Asks now and, until told to stop, again and again. */
  ask: (question: (signal: AbortSignal) => Promise<T>, take: (answer: T) => void) => void
  stop: () => void
}

/** One question at a time, the next some time after its answer; none goes on when the component is gone. */
export function useAsking<T>(everyMillis: number, isEnough: () => boolean = () => false): Asking<T> {
  const problem = ref<string | null>(null)
  let pending: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(question: (signal: AbortSignal) => Promise<T>, take: (answer: T) => void): Promise<void> {
    let wait = everyMillis
    const asked = (pending = new AbortController())
    const impatience = setTimeout(() => {
      asked.abort(new Error('no answer'))
    }, ANSWER_MILLIS)
    try {
      const answer = await question(asked.signal)
      if (pending !== asked) return
      problem.value = null
      take(answer)
    } catch (refusal) {
      if (pending !== asked) return
      wait = patienceAfter(refusal, everyMillis)
      problem.value = refusal instanceof Error ? refusal.message : String(refusal)
    } finally {
      clearTimeout(impatience)
    }
    if (!isEnough()) timer = setTimeout(() => void ask(question, take), wait)
  }

  function stop(): void {
    clearTimeout(timer)
    const abandoned = pending
    pending = null
    abandoned?.abort()
  }

  onScopeDispose(stop)
  return { problem, stop, ask: (question, take) => void ask(question, take) }
}
