import { computed, type ComputedRef } from 'vue'
import { fetchSamples } from '@/api/gpu'
import type { CatalogueEntry, MetricKey } from '@/api/types'
import { useCatalogue } from '@/composables/catalogue'
import { usePolling } from '@/composables/polling'
import { useLive } from '@/live/live'
import { useQueryText } from '@/composables/query'
import type { Translate } from '@/i18n/words'
import type { GpuChart } from './charts'
import type { Knowledge } from './knowledge'
import { drawable, isRemembered, panelChart } from './panels'
import { SampleKeeper } from './samples'

const EVERY_MILLIS = 1000

interface Panels {
  charts: ComputedRef<GpuChart[]>
  /** Keys that somebody added; whether the catalogue has them is known once it has come. */
  keys: ComputedRef<MetricKey[]>
  /** Keys in the address that cannot be drawn. */
  unknown: ComputedRef<string[]>
  problem: ComputedRef<string | null>
  add: (metric: MetricKey) => void
  remove: (metric: string) => void
}

/** The charts that somebody added; the address keeps which, and the server is asked while there are any. */
export function usePanels(known: () => Knowledge, t: Translate): Panels {
  const text = useQueryText('panels')
  const { entries, problem: refused, want } = useCatalogue()
  const { paused } = useLive()
  const keeper = new SampleKeeper()
  const keys = computed(() => [...new Set(text.value.split(',').filter(Boolean))] as MetricKey[])
  const rows = computed(() => {
    if (keys.value.length > 0) want()
    const offered = drawable(entries.value ?? [])
    return keys.value.flatMap((key) => offered.find((entry) => entry.key === key) ?? [])
  })
  const asked = computed(() => rows.value.filter(({ key }) => !isRemembered(known(), key)))
  const { problem } = usePolling({
    key: () => (asked.value.length === 0 ? null : asked.value.map(({ key }) => key).join()),
    request: (metrics, signal) => fetchSamples(gpuName(known()), metrics.split(',') as MetricKey[], signal),
    everyMillis: EVERY_MILLIS,
    paused: () => paused.value,
    answered: (answer) => {
      keeper.take(answer, gpuName(known()), asked.value)
    },
  })

  return {
    charts: computed(() => rows.value.map((entry: CatalogueEntry) => panelChart(known(), entry, keeper, t))),
    keys,
    unknown: computed(() =>
      entries.value === null ? [] : keys.value.filter((key) => !rows.value.some((row) => row.key === key)),
    ),
    problem: computed(() => (keys.value.length === 0 ? null : (refused.value ?? problem.value))),
    add: (metric) => {
      text.value = [...keys.value, metric].join()
    },
    remove: (metric) => {
      text.value = keys.value.filter((key) => key !== metric).join()
    },
  }
}

/** How the server is asked for a GPU: its index may be another's tomorrow. */
export function gpuName({ gpu }: Knowledge): string {
  return gpu.uuid ?? String(gpu.index)
}
