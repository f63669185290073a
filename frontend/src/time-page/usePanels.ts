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

interface Wanted {
  /** How the address calls them. */
  name?: string
  /** The subjects of the metrics. Default: GPUs. */
  scopes?: readonly Scope[]
  /** A row that is drawn without being added, or null. */
  also?: () => MetricKey | null
  /** The GPU whose samples are requested; null for all GPUs. */
  gpu: () => string | null
  /** Whether the page remembers the row anyhow. */
  isRemembered: (metric: MetricKey) => boolean
  /** Why a row cannot be drawn here, or null where it can. */
  refused?: (metric: MetricKey) => string | null
}

export interface Panels extends Pick<Required<Wanted>, 'scopes' | 'refused'> {
  /** The metrics that the user added, as far as the catalogue has them. */
  rows: ComputedRef<CatalogueEntry[]>
  samples: Samples
  /** Keys that the user added; whether the catalogue has them is known once it has come. */
  keys: ComputedRef<MetricKey[]>
  /** Keys in the address that cannot be drawn. */
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
}: Wanted): Panels {
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
  const asked = computed(() => rows.value.filter(({ key }) => !isRemembered(key)))
  const { problem } = usePolling({
    key: () => (asked.value.length === 0 ? null : asked.value.map(({ key }) => key).join()),
    request: (metrics, signal) => fetchSamples(metrics.split(',') as MetricKey[], gpu(), signal),
    everyMillis: EVERY_MILLIS,
    paused: () => paused.value,
    answered: (answer) => {
      samples.take(answer, asked.value)
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
