import { useStorage, watchDebounced } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { fetchHistory } from '@/api/history'
import { HOST_KEY } from '@/api/names'
import type { StartSamples } from '@/api/start'
import type { History } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { useVisible } from '@/composables/visibility'
import { timeOf } from '@/navigation/query'
import { mostGpus, pointsOver } from '@/timeseries/question'
import { ownRange, RANGES, STORED_AS, type RangeName } from '@/timeseries/range'
import { LONGEST_LIVE_MILLIS, spanOf, type Span } from '@/timeseries/span'
import type { Live } from './live'
import { RECORDED, RECORDED_OF_HOST, type StoredMoment } from './recorder'

/** A replay comes first; what is missing after it is requested. */
const REPLAY_MILLIS = 1500
/** The stream replays no more. */
const REPLAYED_MILLIS = 300_000
/** A busy server refuses requests for a moment, one without a history for good. */
const RETRY_MILLIS = 30_000
/** A bucket of the server contains at least two samples. */
const ROUNDS_PER_BUCKET = 2
const USUAL: RangeName = '5m'
/** Masks have no mean. */
const METRICS_OF_GPUS = RECORDED.filter((metric) => metric !== 'clocks_event_reasons.active')

type Query = Readonly<Record<string, unknown>>

/**
 * Fills the charts of the stream with stored samples: the range until now, which neither the first response nor a replay
 * fills, and the period that the address names. Without a history they stay as they are.
 * Ends with the scope of the caller.
 *
 * @param query the parameters of the address; null for a page that requests its own samples
 */
export function followStored(live: Live, query: () => Query | null): void {
  const { timeline } = live
  /** The ranges that have been requested: a hole that remains there has no samples. */
  const answered: Span[] = []
  const missing = shallowRef<(Span & { query: string }) | null>(null)
  const chosen = useStorage<string>(STORED_AS, '', undefined, { writeDefaults: false })
  const isVisible = useVisible()
  let isReplayed = false
  const bucket = () => ROUNDS_PER_BUCKET * (live.newest.value?.everyMillis ?? 1000)
  const addressed = computed(() => {
    const { from, to } = query() ?? {}
    return spanOf(timeOf(from), timeOf(to), LONGEST_LIVE_MILLIS)
  })
  const rangeName = computed(() => query()?.['range'])
  /** Nothing is replayed then. */
  const isPolled = computed(() => live.link.value.kind === 'open' && live.link.value.isPolled === true)

  function holeIn(span: Span | null): Span | null {
    const { lastTime } = timeline
    if (span === null || lastTime === undefined) return null
    const holes = timeline.holes({ from: span.from, to: Math.min(span.to, lastTime) }, 2 * bucket())
    const isNew = ({ from, to }: Span) =>
      !answered.some((each) => each.from - bucket() <= from && to <= each.to + bucket())
    return holes.find(isNew) ?? null
  }

  function findMissing(): void {
    const edge = live.edge()
    const isOwn = query() === null || !isReplayed
    const range = isOwn ? null : { from: edge - reachOf([rangeName.value, chosen.value, ownRange.value]), to: edge }
    // The range until now is not shown while a period is.
    const hole = holeIn(addressed.value ?? range)
    missing.value = hole && { ...hole, query: historyQuery(live, hole, bucket()) }
  }

  usePolling({
    key: () => missing.value?.query ?? null,
    request: fetchHistory,
    everyMillis: RETRY_MILLIS,
    paused: () => true,
    answered: (answer, query) => {
      if (missing.value?.query !== query) return
      const { from, to } = missing.value
      const found = momentsOf(answer)
      live.addStored(found, { from, to }, 2 * bucket())
      if (found.length > 0 && answer.stepMillis > live.patienceMillis.value)
        timeline.coarsen({ from, to, stepMillis: answer.stepMillis })
      answered.push({ from, to })
      findMissing()
    },
  })
  const started = live.started.then((start) => {
    if (!start?.samples) return
    const { from, t } = start.samples
    const span = { from, to: t.at(-1) ?? from }
    timeline.wholeSince = from
    live.addStored(sampledMoments(start.samples), { from: from - bucket(), to: span.to + 1 }, 0)
    answered.push(span)
  })
  watch(
    addressed,
    (span) => {
      if (span !== null && span.to < live.edge() - REPLAYED_MILLIS) findMissing()
    },
    { immediate: true },
  )
  watchDebounced(
    [addressed, rangeName, chosen, ownRange, isVisible, isPolled],
    async () => {
      await started
      if (!isVisible.value) return
      isReplayed = true
      findMissing()
    },
    { debounce: REPLAY_MILLIS, immediate: true },
  )
}

/** The length of the first of these that is a range. */
function reachOf(names: readonly unknown[]): number {
  const name = names.find((each): each is RangeName => typeof each === 'string' && each in RANGES)
  return RANGES[name ?? USUAL].millis
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
    points: String(pointsOver(to - from, bucket, metrics.length * Math.max(1, gpus.length))),
  }).toString()
}

/** Converts the samples of the first response. */
export function sampledMoments({ t, series }: StartSamples): StoredMoment[] {
  return t.map((time, i) => ({
    time,
    values: series.flatMap(({ gpu, metric, values }) => {
      const value = values[i] ?? null
      return value === null ? [] : [{ subject: gpu ?? HOST_KEY, metric, value, lo: value, hi: value }]
    }),
  }))
}

/** Converts buckets to samples at their middles. */
export function momentsOf({ t, stepMillis, series }: History): StoredMoment[] {
  return t
    .map((begin, i) => ({
      time: begin + stepMillis / 2,
      values: series.flatMap(({ gpu, metric, min, avg, max }) => {
        const value = avg[i] ?? null
        return value === null
          ? []
          : [{ subject: gpu ?? HOST_KEY, metric, value, lo: min[i] ?? value, hi: max[i] ?? value }]
      }),
    }))
    .filter(({ values }) => values.length > 0)
}
