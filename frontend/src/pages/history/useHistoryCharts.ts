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
import { addedChart, historyCharts, isOfHost, type Known } from './history-charts'
import { askedMetrics } from './history-readout'
import type { PastPeriod } from './useHistory'

/** Beside the charts stands the readout, unless the window is narrow. */
const BESIDE = 286
const WIDE = 1180
const GUTTERS = LEFT_GUTTER + 40 + 28

interface Place {
  alone: () => readonly number[] | null
  panels: Panels
  /** Pixels of the page. */
  width: () => number
}

interface Asked {
  /** What the charts need, in one question; null while it is not known how many of what there is room for. */
  question: ComputedRef<string | null>
  /** Set where there are more GPUs than one question may be about. */
  limited: ComputedRef<{ n: number; all: number } | null>
}

export function useQuestion({ period }: PastPeriod, { alone, panels, width }: Place): Asked {
  const { chosen } = useLive()
  const moment = useMoment()
  const metrics = computed(() => askedMetrics(panels.rows.value.map(({ key }) => key)))
  const ofHost = computed(() => metrics.value.filter(isOfHost).length)
  const most = computed(() => mostGpus(metrics.value.length - ofHost.value, ofHost.value))
  const gpus = computed<readonly Gpu[]>(() => moment.value?.snapshot.gpus ?? [])

  const question = computed(() => {
    if (moment.value === null || width() === 0) return null
    const all = gpus.value.map(({ index }) => index)
    const asked = all.length > most.value || chosen() !== null ? (alone() ?? all).slice(0, most.value) : null
    const series = Math.min(all.length, most.value) * (metrics.value.length - ofHost.value) + ofHost.value
    const pixels = width() - GUTTERS - (window.innerWidth > WIDE && !embedded ? BESIDE : 0)
    return questionOf({ ...period.value, metrics: metrics.value, gpus: asked, points: pointsFor(pixels, series) })
  })
  const limited = computed(() =>
    gpus.value.length > most.value && alone() === null ? { n: most.value, all: gpus.value.length } : null,
  )
  return { question, limited }
}

interface Drawn {
  alone: () => readonly number[] | null
  isTogether: () => boolean
  marks: () => readonly Mark[]
  panels: Panels
}

/** The charts of what has come. */
export function useHistoryCharts({ past }: PastPeriod, drawn: Drawn): ComputedRef<SpecChart[]> {
  const { t } = useWords()
  const moment = useMoment()
  const limits = computed(() => moment.value?.limits)
  const hostBytes = computed(() => moment.value?.snapshot.host?.values['host.memory.total'] ?? null)

  return computed(() => {
    if (past.value === null || limits.value === undefined) return []
    const known: Known = {
      past: past.value,
      alone: drawn.alone(),
      isTogether: drawn.isTogether(),
      limits: limits.value,
      gpus: moment.value?.snapshot.gpus ?? [],
      hostBytes: hostBytes.value,
      marks: drawn.marks(),
      t,
    }
    return [...historyCharts(known), ...drawn.panels.rows.value.map((row) => addedChart(known, row))]
  })
}
