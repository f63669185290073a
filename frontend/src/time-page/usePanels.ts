import { computed, type ComputedRef } from 'vue'
import { fetchSamples } from '@/api/samples'
import type { CatalogueEntry, MetricKey } from '@/api/types'
import { useCatalogue } from '@/composables/catalogue'
import { usePolling } from '@/composables/polling'
import { useQueryText } from '@/navigation/query'
import { useLive } from '@/store/live'
import { drawable, OF_GPUS, type Scope } from './drawable'
import { SampleKeeper, type Samples } from './samples'

const EVERY_MILLIS = 1000

interface Options {
  /** Name of the query parameter. */
  name?: string
  /** The subjects of the metrics. Default: GPUs. */
  scopes?: readonly Scope[]
  /** A row that has a chart without being added, or null. */
  also?: () => MetricKey | null
  /** The GPU whose samples are requested; null for all GPUs. */
  gpu: () => string | null
  /** Whether the shared timeline has the row. */
  isRemembered: (metric: MetricKey) => boolean
  /** Why a row cannot have a chart here, or null. */
  refused?: (metric: MetricKey) => string | null
}

export interface Panels extends Pick<Required<Options>, 'scopes' | 'refused'> {
  /** The added metrics that the catalogue has. */
  rows: ComputedRef<CatalogueEntry[]>
  samples: Samples
  /** All added keys, also before the catalogue has arrived. */
  keys: ComputedRef<MetricKey[]>
  /** Keys in the address that cannot have a chart. */
  unknown: ComputedRef<string[]>
  problem: ComputedRef<string | null>
  add: (metric: MetricKey) => void
  remove: (metric: string) => void
}

/** The charts that the user added; the address keeps which, and their samples are requested while there are any. */
export function usePanels({
  gpu,
  isRemembered,
  scopes = OF_GPUS,
  also = () => null,
  refused = () => null,
  name = 'panels',
}: Options): Panels {
  const text = useQueryText(name)
  const { entries, problem: ofCatalogue, want } = useCatalogue()
  const { paused } = useLive()
  const samples = new SampleKeeper()
  const keys = computed(() => [...new Set([...text.value.split(','), also() ?? ''].filter(Boolean))] as MetricKey[])
  const rows = computed(() => {
    if (keys.value.length > 0) want()
    const offered = drawable(entries.value ?? [], scopes)
    return keys.value.flatMap((key) => offered.find((entry) => entry.key === key) ?? [])
  })
  const requested = computed(() => rows.value.filter(({ key }) => !isRemembered(key)))
  const { problem } = usePolling({
    key: () => (requested.value.length === 0 ? null : requested.value.map(({ key }) => key).join()),
    request: (metrics, signal) => fetchSamples(metrics.split(',') as MetricKey[], gpu(), signal),
    everyMillis: EVERY_MILLIS,
    paused: () => paused.value,
    answered: (answer) => {
      samples.take(answer, requested.value)
    },
  })

  return {
    scopes,
    refused,
    rows,
    samples,
    keys,
    unknown: computed(() =>
      entries.value === null ? [] : keys.value.filter((key) => !rows.value.some((row) => row.key === key)),
    ),
    problem: computed(() => (keys.value.length === 0 ? null : (ofCatalogue.value ?? problem.value))),
    add: (metric) => {
      text.value = [...keys.value, metric].join()
    },
    remove: (metric) => {
      text.value = keys.value.filter((key) => key !== metric).join()
    },
  }
}
