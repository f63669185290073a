import { useStorage, watchDebounced } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import { fetchHistory } from '@/api/history'
import { HOST_KEY } from '@/api/names'
import type { StartSamples } from '@/api/start'
import type { History } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { useVisible } from '@/composables/visibility'
import { mostGpus } from '@/timeseries/question'
import { liveRange, RANGES, STORED_AS } from '@/timeseries/range'
import type { Span } from '@/timeseries/span'
import type { Live } from './live'
import { RECORDED, RECORDED_OF_HOST, type StoredMoment } from './recorder'

/** A replay comes first; what is missing after it is requested. */
const REPLAY_MILLIS = 1500
const RETRY_MILLIS = 600_000
/** A bucket of the server contains at least two samples. */
const ROUNDS_PER_BUCKET = 2
const MAX_POINTS = 600
const LONGEST_MILLIS = RANGES['15m'].millis
/** Masks have no mean. */
const METRICS_OF_GPUS = RECORDED.filter((metric) => metric !== 'clocks_event_reasons.active')

/**
 * Fills the window of the live charts with stored samples, where it is longer than that of the first response. Without a
 * history the window stays as it is. Ends with the scope of the caller.
 *
 * @param range the range of the address; null to fill no window
 */
export function followStored(live: Live, range: () => unknown): void {
  const { timeline } = live
  /** Stored samples are loaded from here on. */
  let filledFrom = Infinity
  /** The newest moment before the page was hidden. */
  let hiddenAt: number | undefined
  const missing = shallowRef<(Span & { query: string }) | null>(null)
  const chosen = useStorage<string>(STORED_AS, '5m', undefined, { writeDefaults: false })
  const isVisible = useVisible()
  const bucket = () => ROUNDS_PER_BUCKET * (live.newest.value?.everyMillis ?? 1000)

  /** The window of the charts before the first sample. */
  function beforeFirst(): Span | null {
    const to = timeline.firstTime
    if (range() === null || to === undefined) return null
    const from = live.edge() - RANGES[liveRange(range(), chosen.value)].millis
    return from > Math.min(filledFrom, to) - bucket() ? null : { from, to }
  }

  /** The time while the page was hidden, as far as it was not replayed. */
  function whileHidden(): Span | null {
    const from = Math.max(hiddenAt ?? Infinity, live.edge() - LONGEST_MILLIS)
    const to = timeline.timeAfter(from)
    hiddenAt = undefined
    return to !== undefined && to - from > 2 * bucket() ? { from, to } : null
  }

  function findMissing(): void {
    const span = beforeFirst() ?? whileHidden()
    missing.value = span && { ...span, query: historyQuery(live, span, bucket()) }
  }

  usePolling({
    key: () => missing.value?.query ?? null,
    request: fetchHistory,
    everyMillis: RETRY_MILLIS,
    paused: () => true,
    answered: (answer, query) => {
      if (missing.value?.query !== query) return
      const { from, to } = missing.value
      live.addStored(momentsOf(answer, to))
      filledFrom = Math.min(filledFrom, from)
      findMissing()
    },
  })
  void live.started.then((start) => {
    if (start?.samples) live.addStored(sampledMoments(start.samples))
    filledFrom = Math.min(filledFrom, start?.samples?.from ?? Infinity)
  })
  watch(isVisible, () => {
    if (!isVisible.value) hiddenAt ??= timeline.lastTime
  })
  watchDebounced(
    [range, chosen, isVisible],
    async () => {
      await live.started
      if (isVisible.value) findMissing()
    },
    { debounce: REPLAY_MILLIS, immediate: true },
  )
}

function historyQuery(live: Live, { from, to }: Span, bucket: number): string {
  const gpus = live.newest.value?.gpus.map(({ index }) => index) ?? []
  const fits = gpus.length <= mostGpus(METRICS_OF_GPUS.length, RECORDED_OF_HOST.length)
  const metrics = fits ? [...METRICS_OF_GPUS, ...RECORDED_OF_HOST] : ['utilization.gpu', 'memory.used', 'power.draw']
  return new URLSearchParams({
    metrics: metrics.join(','),
    ...(live.chosen() === null ? {} : { gpus: gpus.join(',') }),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    points: String(Math.max(2, Math.min(MAX_POINTS, Math.ceil((to - from) / bucket)))),
  }).toString()
}

/** Converts the samples of the first response. */
export function sampledMoments({ t, series }: StartSamples): StoredMoment[] {
  return t.map((time, i) => ({
    time,
    values: series.flatMap(({ gpu, metric, values }) => {
      const value = values[i]
      return value === null || value === undefined ? [] : [{ subject: gpu ?? HOST_KEY, metric, value }]
    }),
  }))
}

/** Converts buckets to samples at their middles. */
export function momentsOf({ t, stepMillis, series }: History, before: number): StoredMoment[] {
  return t
    .map((begin, i) => ({
      time: begin + stepMillis / 2,
      values: series.flatMap(({ gpu, metric, avg }) => {
        const value = avg[i]
        return value === null || value === undefined ? [] : [{ subject: gpu ?? HOST_KEY, metric, value }]
      }),
    }))
    .filter(({ time, values }) => time < before && values.length > 0)
}
