import { computed, type ComputedRef } from 'vue'
import type { Gpu, Mark } from '@/api/types'
import { embedded } from '@/navigation/embed'
import type { SpecChart } from '@/time-page/chart-spec'
import { LEFT_GUTTER } from '@/charts/plot'
import { mostGpus, pointsFor, questionOf } from '@/timeseries/question'
import { useWords } from '@/i18n/words'
import { useLive } from '@/store/live'
import { useMoment } from '@/store/moment'
import type { Panels } from '@/time-page/usePanels'
import { addedChart, historyCharts, isOfHost, type HistorySource } from './history-charts'
import { requestedMetrics } from './history-readout'
import type { PastPeriod } from './useHistory'

/** Width of the readout next to the charts, unless the window is narrow. */
const READOUT = 344
const WIDE = 1180
const GUTTERS = LEFT_GUTTER + 40 + 28

interface QueryOptions {
  /** Whether the range is known: the usual one depends on what is kept. */
  isReady: () => boolean
  alone: () => readonly number[] | null
  panels: Panels
  /** Width of the page in pixels. */
  width: () => number
}

interface HistoryQuery {
  /** The request for all charts; null while the width or the GPUs are unknown. */
  query: ComputedRef<string | null>
  /** Set if there are more GPUs than a request may have. */
  limited: ComputedRef<{ n: number; all: number } | null>
}

export function useHistoryQuery({ period }: PastPeriod, { isReady, alone, panels, width }: QueryOptions): HistoryQuery {
  const { chosen } = useLive()
  const moment = useMoment()
  const metrics = computed(() => requestedMetrics(panels.rows.value.map(({ key }) => key)))
  const ofHost = computed(() => metrics.value.filter(isOfHost).length)
  const most = computed(() => mostGpus(metrics.value.length - ofHost.value, ofHost.value))
  const gpus = computed<readonly Gpu[]>(() => moment.value?.snapshot.gpus ?? [])

  const query = computed(() => {
    if (moment.value === null || width() === 0 || !isReady()) return null
    const all = gpus.value.map(({ index }) => index)
    const some = all.length > most.value || chosen() !== null ? (alone() ?? all).slice(0, most.value) : null
    const series = Math.min(all.length, most.value) * (metrics.value.length - ofHost.value) + ofHost.value
    const pixels = width() - GUTTERS - (window.innerWidth > WIDE && !embedded ? READOUT : 0)
    return questionOf({ ...period.value, metrics: metrics.value, gpus: some, points: pointsFor(pixels, series) })
  })
  const limited = computed(() =>
    gpus.value.length > most.value && alone() === null ? { n: most.value, all: gpus.value.length } : null,
  )
  return { query, limited }
}

interface ChartOptions {
  alone: () => readonly number[] | null
  isTogether: () => boolean
  marks: () => readonly Mark[]
  panels: Panels
}

/** The charts of the last response. */
export function useHistoryCharts({ past }: PastPeriod, options: ChartOptions): ComputedRef<SpecChart[]> {
  const { t } = useWords()
  const moment = useMoment()
  const limits = computed(() => moment.value?.limits)

  return computed(() => {
    if (past.value === null || limits.value === undefined) return []
    const source: HistorySource = {
      past: past.value,
      alone: options.alone(),
      isTogether: options.isTogether(),
      limits: limits.value,
      gpus: moment.value?.snapshot.gpus ?? [],
      marks: options.marks(),
      t,
    }
    return [...historyCharts(source), ...options.panels.rows.value.map((row) => addedChart(source, row))]
  })
}
