import { useIntervalFn } from '@vueuse/core'
import { onMounted, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import { fetchStatus } from '@/api/status'
import type { Status } from '@/api/types'
import { useVisible } from './visibility'

/** How often the server looks for a GPU again while it has none; the page asks at the same pace. */
export const RETRY_SOURCE_MILLIS = 10_000

interface Asked {
  status: Readonly<ShallowRef<Status | null>>
  problem: Readonly<Ref<string | null>>
  ask: () => Promise<void>
}

/** What gpulse knows of itself, asked for while somebody looks at it. */
export function useStatus(whenMounted?: () => void): Asked {
  const status = shallowRef<Status | null>(null)
  const problem = ref<string | null>(null)

  async function ask(): Promise<void> {
    try {
      status.value = await fetchStatus()
      problem.value = null
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error)
    }
  }

  const isVisible = useVisible()
  const { pause, resume } = useIntervalFn(() => void ask(), RETRY_SOURCE_MILLIS, { immediateCallback: true })
  watch(isVisible, () => {
    if (isVisible.value) resume()
    else pause()
  })
  onMounted(() => whenMounted?.())
  return { status, problem, ask }
}
