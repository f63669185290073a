import { useStorage } from '@vueuse/core'
import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { Insight, InsightBoard } from '@/api/types'
import type { Health } from '@/api/states'
import { activeOf, marksOf } from './active-insights'
import { useLive } from './live'
import { pageStore, whenLive, type Followed } from './page-store'

/** Why there are no insights: the status of the answer, 0 where there was none, and what the server says. */
export interface Failure {
  status: number
  detail: string
}

/** What rules say of this machine, as far as the page knows it. */
export interface Insights extends Followed {
  /** Null until the server has told it. */
  board: ShallowRef<InsightBoard | null>
  /** Of the newest question; null while that was answered. */
  failure: ShallowRef<Failure | null>
  /** Whether somebody wants to see what is over, too. */
  wantsResolved: Ref<boolean>
  /** Ids of those that this browser does not want to hear of. */
  muted: Ref<string[]>
  /** True now and not muted, the worst first; null while the server does not tell. */
  active: ComputedRef<readonly Insight[] | null>
  /** How many checks found nothing. */
  passed: ComputedRef<number>
  /** By UUID; null while the server does not tell. */
  marks: ComputedRef<ReadonlyMap<string, Health> | null>
  /** The newest one that has begun while the page was open. */
  begun: ShallowRef<Insight | null>
}

/** Without any, as before the server has answered. */
export function noInsights(): Insights {
  const board = shallowRef<InsightBoard | null>(null)
  const muted = useStorage<string[]>('gpulse.muted', [], undefined, { writeDefaults: false })
  const active = computed(() => (board.value === null ? null : activeOf(board.value, muted.value)))
  return {
    board,
    failure: shallowRef(null),
    wantsResolved: ref(false),
    muted,
    active,
    passed: computed(() => board.value?.checks.filter(({ outcome }) => outcome === 'passed').length ?? 0),
    marks: computed(() => (active.value === null ? null : marksOf(active.value))),
    begun: shallowRef(null),
    isFollowed: false,
  }
}

/** As far as they have been requested; requests nothing itself. */
export const useKnownInsights = pageStore('insights', noInsights)

/** The same for a component that shows them, which is why they are requested: after the first numbers. */
export function useInsights(): Insights {
  const live = useLive()
  const insights = useKnownInsights()
  whenLive(live, insights, () =>
    import('./later').then(({ followInsights }) => {
      followInsights(live, insights)
    }),
  )
  return insights
}
