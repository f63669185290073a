import { ref, type Ref } from 'vue'
import { RequestError } from '@/api/problem'

/** Messages about a failed request. */
interface Sentences {
  unauthorised: () => string
  failed: (problem: string) => string
}

interface Change {
  isSending: Readonly<Ref<boolean>>
  /** Message about the last request; null unless it failed. */
  problem: Readonly<Ref<string | null>>
  /** Sends a request, unless another one is pending. */
  change: (send: () => Promise<void>) => Promise<void>
}

/** Sends requests that change something, one at a time. */
export function useChange({ unauthorised, failed }: Sentences): Change {
  const isSending = ref(false)
  const problem = ref<string | null>(null)

  async function change(send: () => Promise<void>): Promise<void> {
    if (isSending.value) return
    isSending.value = true
    problem.value = null
    try {
      await send()
    } catch (failure) {
      problem.value = sentence(failure)
    } finally {
      isSending.value = false
    }
  }

  function sentence(failure: unknown): string {
    if (failure instanceof RequestError && failure.problem.kind === 'unauthorised') return unauthorised()
    return failed(failure instanceof Error ? failure.message : String(failure))
  }

  return { isSending, problem, change }
}
