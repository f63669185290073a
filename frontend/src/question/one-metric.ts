import { useIntervalFn } from '@vueuse/core'
import { computed, shallowRef, type ComputedRef } from 'vue'
import { as, ask } from '@/api/ask'
import { snapshotOf } from '@/api/shape'
import type { Snapshot } from '@/api/types'
import { useLive } from '@/live/live'
import { speaksOf } from './answer'

const PACE_MILLIS = 2000

/**
 * The newest snapshot that speaks of a metric: the page's own where the stream carries it, else one that is asked for
 * while somebody looks.
 */
export function useSnapshotOf(metric: string): ComputedRef<Snapshot | null> {
  const { snapshot, paused } = useLive()
  const own = shallowRef<Snapshot | null>(null)
  const carried = computed(() => snapshot.value !== null && speaksOf(snapshot.value, metric))

  async function look(): Promise<void> {
    if (carried.value || paused.value || document.hidden) return
    // What the server says of itself stands at the top of the page already.
    own.value = await ask('snapshot', { metrics: metric })
      .then(as(snapshotOf))
      .catch(() => own.value)
  }

  useIntervalFn(() => void look(), PACE_MILLIS, { immediateCallback: true })
  return computed(() => (carried.value ? snapshot.value : own.value))
}
