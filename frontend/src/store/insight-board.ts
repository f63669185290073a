import { useStorage } from '@vueuse/core'
import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { Failure } from '@/api/problem'
import type { GpuGlyph } from '@/api/states'
import type { Insight, InsightBoard } from '@/api/types'
import { activeOf, hasPassed, severityByGpu } from './active-insights'
import type { Followed } from './page-store'

/** Insights of this machine, as far as they have been loaded. */
export interface Insights extends Followed {
  /** Null until the server has sent it. */
  board: ShallowRef<InsightBoard | null>
  /** Error of the newest request; null after an answer. */
  failure: ShallowRef<Failure | null>
  /** Whether resolved insights are shown too. */
  wantsResolved: Ref<boolean>
  /** Ids that are muted in this browser. */
  muted: Ref<string[]>
  /** Active and not muted, the most severe first; null while the board is unknown. */
  active: ComputedRef<readonly Insight[] | null>
  /** Number of checks that passed. */
  passed: ComputedRef<number>
  /** Greatest severity by UUID; null while the board is unknown. */
  marks: ComputedRef<ReadonlyMap<string, GpuGlyph> | null>
  /** The newest one that began while the page was open. */
  begun: ShallowRef<Insight | null>
}

/** The state before the first response. */
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
    passed: computed(() => board.value?.checks.filter(hasPassed).length ?? 0),
    marks: computed(() => (active.value === null ? null : severityByGpu(active.value))),
    begun: shallowRef(null),
    isFollowed: false,
  }
}
