import { shallowRef, type ShallowRef } from 'vue'
import { fetchHistory } from '@/api/history'
import type { MetricKey } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { useLive } from '@/store/live'
import { pastOf, type Past } from '@/timeseries/past'
import { questionOf } from '@/timeseries/question'
import type { Span } from '@/timeseries/span'

const EVERY_MILLIS = 60_000
const POINTS = 300

interface Wanted {
  metrics: readonly MetricKey[]
  /** Indexes; nothing is requested for none. */
  gpus: () => readonly number[]
  /** Default: the last 24 hours. */
  span?: () => Span
  /** Whether no further samples will be stored. */
  isOver?: () => boolean
}

/** Stored samples of GPUs; null before the first answer. */
export function useSamples({ metrics, gpus, span, isOver = () => false }: Wanted): Readonly<ShallowRef<Past | null>> {
  const { paused, snapshot } = useLive()
  const past = shallowRef<Past | null>(null)
  usePolling({
    key: () =>
      gpus().length === 0
        ? null
        : questionOf({ range: '24h', span: span?.() ?? null, metrics, gpus: gpus(), points: POINTS }),
    request: fetchHistory,
    everyMillis: EVERY_MILLIS,
    paused: () => paused.value || isOver(),
    answered: (answer, question) => {
      past.value = pastOf(question, answer, snapshot.value?.everyMillis ?? 0)
    },
  })
  return past
}
