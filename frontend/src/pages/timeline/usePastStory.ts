import { computed, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { fetchHistory } from '@/api/history'
import { fetchUsage } from '@/api/past'
import { isRead } from '@/api/states'
import { fetchStory } from '@/api/story'
import type { GpuEvent, GpuStates, HistoryUsage, Mark, Story, UsageInterval } from '@/api/types'
import { useTimeView, type TimeView } from '@/charts/time-view'
import { usePolling } from '@/composables/polling'
import { useWords } from '@/i18n/words'
import { useLive } from '@/store/live'
import { useMoment } from '@/store/moment'
import { structuralShare } from '@/store/structural-share'
import { useMarks } from '@/time-page/useMarks'
import { usePeriodEvents, useStates } from '@/time-page/useStates'
import { pastOf, type Past } from '@/timeseries/past'
import { periodQuestion, pointsFor, questionOf } from '@/timeseries/question'
import { useRange, type RangeOffer, type SharedRange } from '@/timeseries/range'
import { PAST, type PastRangeName } from '@/timeseries/ranges'
import { isRunning } from '../history/time-shares'

const OFFER: RangeOffer<PastRangeName> = { ranges: PAST.ranges, names: ['1h', '3h', '12h', '24h', '7d'], usual: '24h' }
const METRICS = ['utilization.gpu', 'memory.used', 'power.draw'] as const
const METRICS_OF_INSTANCES = ['mig.activity.sm', 'mig.memory.used'] as const
const EVERY_MILLIS = 30_000
/** The pixels of wide lanes. */
const LANE_PIXELS = 1400

interface PastStory {
  range: SharedRange<PastRangeName>
  view: TimeView
  /** Stored samples of the period; null before the first answer. */
  past: Readonly<ShallowRef<Past | null>>
  /** Those of MIG instances; null before the first answer, and without a split GPU. */
  ofInstances: Readonly<ShallowRef<Past | null>>
  /** Why the samples of the period could not be loaded. */
  pastProblem: ComputedRef<string | null>
  story: ComputedRef<Story | null>
  /** Why there is no story. */
  problem: ComputedRef<string | null>
  usage: ComputedRef<HistoryUsage | null>
  states: Readonly<ShallowRef<GpuStates | null | undefined>>
  events: Readonly<ShallowRef<readonly GpuEvent[]>>
  marks: Ref<readonly Mark[] | null>
  /** Whether a process still runs; null while that is unknown. */
  runs: (interval: UsageInterval) => boolean | null
}

/**
 * All that is stored about a period of at most a week: a chosen one, or a range until now.
 *
 * @param wantsStory whether the sentences are shown
 */
export function usePastStory(isWanted: () => boolean, wantsStory: () => boolean): PastStory {
  const { locale } = useWords()
  const { paused, chosen, snapshot } = useLive()
  const moment = useMoment()
  const range = useRange(OFFER)
  const past = shallowRef<Past | null>(null)
  const view = useTimeView(
    () => range.range.value.millis,
    () => moment.value?.edge ?? Date.now(),
    () => null,
    { span: () => past.value?.span ?? null, mostMillis: PAST.ranges['7d'].millis },
  )
  const period = computed(() => ({ range: range.name.value, span: view.zoom.value }))
  const wanted = () => (isWanted() && moment.value !== null ? periodQuestion(period.value, chosen()) : null)
  const repeated = { everyMillis: EVERY_MILLIS, paused: () => paused.value || view.zoom.value !== null }

  const samplesOf = (metrics: readonly string[], gpus: readonly number[] | null, series: number) =>
    questionOf({ ...period.value, metrics, gpus, points: pointsFor(LANE_PIXELS, series) })
  const { problem: pastProblem } = usePolling({
    key: () => {
      if (wanted() === null) return null
      const gpus = chosen() ?? snapshot.value?.gpus.map(({ index }) => index) ?? []
      return samplesOf(METRICS, chosen(), METRICS.length * gpus.length)
    },
    request: fetchHistory,
    ...repeated,
    answered: (answer, key) => {
      past.value = pastOf(key, answer, snapshot.value?.everyMillis ?? 0)
    },
  })
  const ofInstances = shallowRef<Past | null>(null)
  // Apart from the others, since the number of their series, and with it the answer, has a limit.
  usePolling({
    key: () => {
      const split = snapshot.value?.gpus.filter(({ mig }) => mig.length > 0) ?? []
      if (wanted() === null || split.length === 0) return null
      const count = split.reduce((sum, { mig }) => sum + mig.length, 0)
      return samplesOf(
        METRICS_OF_INSTANCES,
        split.map(({ index }) => index),
        METRICS_OF_INSTANCES.length * count,
      )
    },
    request: fetchHistory,
    ...repeated,
    answered: (answer, key) => {
      ofInstances.value = pastOf(key, answer, snapshot.value?.everyMillis ?? 0)
    },
  })
  const { answer: story, problem } = usePolling({
    key: () => {
      const query = wanted()
      return query === null || !wantsStory() ? null : `${query}&lang=${locale.value}`
    },
    request: fetchStory,
    ...repeated,
  })
  const { answer: usage } = usePolling<HistoryUsage | null>({ key: wanted, request: fetchUsage, ...repeated })
  const ofRange = (span: RibbonSpan) => (wanted() === null ? null : { span, rangeMillis: range.range.value.millis })
  const states = useStates(() => ofRange(view.zoom.value), chosen)
  // Before the first answer a range moves all the time, and each move would be a request.
  const events = usePeriodEvents(() => ofRange(past.value === null ? view.zoom.value : view.span.value))
  const { marks } = useMarks(wanted)

  const unread = computed<string[]>((before) =>
    structuralShare(
      before,
      (snapshot.value?.gpus ?? []).flatMap(({ uuid, state }) => (isRead(state) ? [] : (uuid ?? []))),
    ),
  )
  const runs = (interval: UsageInterval) => isRunning(interval, states.value ?? null, unread.value)
  return { range, view, past, ofInstances, pastProblem, story, problem, usage, states, events, marks, runs }
}

type RibbonSpan = TimeView['zoom']['value']
