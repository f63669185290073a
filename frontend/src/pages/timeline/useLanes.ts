import { computed, type ComputedRef } from 'vue'
import type { GpuEvent, GpuStates, HistoryUsage, Mark, Sentence, StateSegment, UsageInterval } from '@/api/types'
import { markGroups, type MarkGroup } from '@/charts/ribbon'
import { useLive } from '@/store/live'
import { structuralShare } from '@/store/structural-share'
import { ribbonMarks } from '@/time-page/ribbon-marks'
import type { Past } from '@/timeseries/past'
import type { Span } from '@/timeseries/span'
import type { Series } from '@/timeseries/timeline'
import { gpusOf } from '../events/event-list'
import { jobBars, type JobBar } from './jobs'
import {
  instanceSegments,
  intervalsOf,
  shownStates,
  splitsOf,
  subjectsOf,
  type LaneSubject,
  type Splits,
} from './lanes'
import { sampledSpans } from './silhouette'
import { storyMarks } from './story'

/** The curve of a GPU or an instance. */
export interface Lane {
  subject: LaneSubject
  /** An instance has no events of its own; a split GPU without values of its own has only these. */
  part: 'instance' | 'events' | null
  segments: readonly StateSegment[]
  series: Series | undefined
  bars: readonly JobBar[]
  groups: readonly MarkGroup[]
}

interface Inputs {
  states: () => GpuStates
  past: () => Past | null
  ofInstances: () => Past | null
  usage: () => HistoryUsage | null
  signs: () => { events: readonly GpuEvent[]; marks: readonly Mark[]; sentences: readonly Sentence[] }
  span: () => Span
  /** The width of a lane. */
  pixels: () => number
  runs: (interval: UsageInterval) => boolean | null
}

interface UsedLanes {
  lanes: ComputedRef<Lane[]>
  /** Height of a lane in pixels, without its marks. */
  height: ComputedRef<number>
  /** Whether there is room for the names of jobs. */
  isNamed: ComputedRef<boolean>
}

/** Height of a lane without its marks, by the largest number of lanes that has it. */
const HEIGHTS = [
  [1, 190],
  [6, 69],
  [10, 47],
] as const
const LEAST_HEIGHT = 23
/** More lanes have no room for names of jobs; those of instances, whose events have no room either, have it longer. */
const MOST_WITH_BARS = 10
const MOST_WITH_INSTANCES = 16

/** A lane for each GPU, followed by those of its instances. Each part is computed when its own data change. */
export function useLanes({ states, past, ofInstances, usage, signs, span, pixels, runs }: Inputs): UsedLanes {
  const { snapshot } = useLive()
  const present = computed<string[]>((before) =>
    structuralShare(before, snapshot.value?.gpus.flatMap(({ uuid }) => uuid ?? []) ?? []),
  )
  const splits = computed<Splits>((before) => structuralShare(before, splitsOf(snapshot.value?.gpus ?? [])))
  const shown = computed(() => shownStates(states(), present.value, span()))
  const subjects = computed(() => shown.value.flatMap(({ gpu }) => subjectsOf(gpu, splits.value)))
  const bars = computed(() => {
    const all = usage()?.intervals ?? []
    const own = (lane: LaneSubject) => jobBars(intervalsOf(all, lane), lane.gpu, span(), runs)
    return new Map(subjects.value.map((lane) => [lane.key, own(lane)]))
  })
  const groups = computed(() => {
    const { events, marks, sentences } = signs()
    const own = (index: number, place: number) => {
      // Events of the machine are in the first lane.
      const isHere = (indexes: readonly number[]) => indexes.includes(index) || (place === 0 && indexes.length === 0)
      const [happened, noted] = [
        events.filter((event) => isHere(gpusOf(event))),
        marks.filter(({ gpus }) => isHere(gpus)),
      ]
      return [...ribbonMarks(happened, noted, null), ...storyMarks(sentences, index)]
    }
    return new Map(shown.value.map(({ gpu }, i) => [gpu.uuid, markGroups(own(gpu.index, i), span(), pixels())]))
  })
  const lanes = computed(() => {
    const segmentsOf = new Map(shown.value.map(({ gpu, segments }) => [gpu.uuid, segments]))
    const known = new Set(usage()?.intervals.map(({ gpu }) => gpu))
    return subjects.value.map((subject): Lane => {
      const { key, gpu, instance, instances } = subject
      const of = { subject, bars: bars.value.get(key) ?? [] }
      const segments = segmentsOf.get(gpu) ?? []
      if (instance !== null) {
        const own = instanceSegments(segments, of.bars, known.has(gpu))
        const series = ofInstances()?.read(key, 'mig.activity.sm')
        return { ...of, part: 'instance', segments: own, series, groups: [] }
      }
      const series = past()?.read(gpu, 'utilization.gpu')
      const hasOwn = instances.length === 0 || of.bars.length > 0 || sampledSpans(series).length > 0
      return { ...of, part: hasOwn ? null : 'events', segments, series, groups: groups.value.get(gpu) ?? [] }
    })
  })
  const count = computed(() => {
    const n = lanes.value.filter(({ part }) => part !== 'events').length
    const isSplit = lanes.value.some(({ part }) => part === 'instance')
    return isSplit && n <= MOST_WITH_INSTANCES ? Math.min(n, MOST_WITH_BARS) : n
  })
  return {
    lanes,
    height: computed(() => HEIGHTS.find(([most]) => count.value <= most)?.[1] ?? LEAST_HEIGHT),
    isNamed: computed(() => count.value <= MOST_WITH_BARS),
  }
}
