import { useStorage } from '@vueuse/core'
import { computed, effectScope, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { Insight, InsightBoard } from '@/api/types'
import type { Health } from '@/api/states'
import { activeOf, marksOf } from '@/insights/insights'
import { useLive, type Live } from './live'

/** Why there are no insights: the status of the answer, 0 where there was none, and what the server says. */
export interface Failure {
  status: number
  detail: string
}

/** What rules say of this machine, as far as the page knows it. */
export interface Insights {
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

const known = new WeakMap<Live, Insights>()
const following = new WeakSet<Live>()

/** As far as it has been asked for; asks for nothing itself. */
export function insightsOf(live: Live): Insights {
  const found = known.get(live)
  if (found !== undefined) return found
  // As long as the page, whichever of its components asked first.
  const insights = effectScope(true).run(none) ?? none()
  known.set(live, insights)
  return insights
}

function none(): Insights {
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
  }
}

/** The same for a component that shows them, which is why they are asked for: after the first numbers. */
export function useInsights(): Insights {
  const live = useLive()
  const insights = insightsOf(live)
  whenLive(live, following, () => import('./later').then(({ followInsights }) => { followInsights(live, insights); }))
  return insights
}

/** Once for a page, when its numbers are there: they come first. */
export function whenLive(live: Live, done: WeakSet<Live>, start: () => Promise<unknown>): void {
  if (done.has(live)) return
  const stop = watch(
    () => live.snapshot.value !== null,
    (isThere) => {
      if (!isThere || done.has(live)) return
      done.add(live)
      // Its server may be away, or renewed and without this file: then the page says what it can see itself.
      start().catch(() => undefined)
      queueMicrotask(() => { stop(); })
    },
    { immediate: true },
  )
}
