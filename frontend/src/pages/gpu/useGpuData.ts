import { computed, watch, type ComputedRef, type Ref } from 'vue'
import { fetchGpu } from '@/api/gpu'
import type { Gpu } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { embedded, usePanel } from '@/navigation/embed'
import { panelOf } from '@/navigation/panels'
import { useLive } from '@/store/live'
import type { Moment } from '@/store/readings'
import { RANGE_NAMES, RANGES, type RangeName } from '@/timeseries/range'
import type { GpuData } from './gpu-data'
import { LastResponses } from './last-responses'

/** Limits, modes and counters change rarely; the server reads them every 10 s. */
const EVERY_MILLIS = 5000
const STALE_MILLIS = 20_000

/** Of all GPUs that were shown since the dashboard was loaded. */
const lastResponses = new LastResponses()

interface UsedGpuData {
  data: ComputedRef<GpuData>
  /** The GPU in full, if the response is recent enough for values that change often. */
  recentDetail: ComputedRef<Gpu | null>
  problem: Readonly<Ref<string | null>>
}

/** Combines the stream with the full response about a GPU, and keeps the last values when the GPU fails. */
export function useGpuData(moment: () => Moment, gpu: () => Gpu): UsedGpuData {
  const { panel } = usePanel()
  const { paused } = useLive()
  /** Charts need only the stream. */
  const needsDetail = computed(() => {
    const part = panelOf('gpu', panel.value)
    return !embedded || (part !== null && part.chart !== true)
  })
  const { answer, ageMillis, problem } = usePolling({
    key: () => (needsDetail.value ? (gpu().uuid ?? String(gpu().index)) : null),
    request: fetchGpu,
    everyMillis: EVERY_MILLIS,
    paused: () => paused.value,
  })
  const current = computed<GpuData>(() => {
    const isStale = answer.value !== null && ageMillis.value > STALE_MILLIS
    const detailStaleMillis = isStale ? ageMillis.value : 0
    return { moment: moment(), gpu: gpu(), detail: answer.value, detailStaleMillis }
  })
  watch(
    current,
    (now) => {
      lastResponses.record(now)
    },
    { immediate: true },
  )
  const data = computed(() => lastResponses.currentOrLast(current.value))
  return {
    data,
    recentDetail: computed(() => (data.value.detailStaleMillis > 0 ? null : data.value.detail)),
    problem,
  }
}

/** The shortest range with the beginning of the state, where that is known at once. */
export function firstRange({ idleSince }: Gpu, edge: number): RangeName | null {
  if (idleSince === null) return null
  const age = edge - Date.parse(idleSince)
  return RANGE_NAMES.find((name) => RANGES[name].millis >= age) ?? '15m'
}
