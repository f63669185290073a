import { computed, type ComputedRef } from 'vue'
import { formatStart } from '@/format/time'
import { useWords } from '@/i18n/words'
import { faultOf, type Fault, type GpuInState } from './faults'
import { useKnownInsights } from './insights'
import { useLive } from './live'

/** The fault of a GPU, and since when in words. */
export function useFault(gpu: () => GpuInState | null): {
  fault: ComputedRef<Fault | null>
  since: ComputedRef<string>
} {
  const { t, locale } = useWords()
  const { board } = useKnownInsights()
  const { edge } = useLive()
  const fault = computed(() => {
    const of = gpu()
    return of === null ? null : faultOf(of, board.value, locale.value)
  })
  const since = computed(() => {
    const at = fault.value?.since ?? NaN
    return Number.isNaN(at) ? '' : t('state.since', { time: formatStart(at, edge()) })
  })
  return { fault, since }
}
