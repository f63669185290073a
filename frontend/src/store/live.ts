import { useIntervalFn, useTimeoutFn } from '@vueuse/core'
import {
  computed,
  effectScope,
  inject,
  ref,
  shallowRef,
  triggerRef,
  type ComputedRef,
  type EffectScope,
  type InjectionKey,
  type Ref,
  type ShallowRef,
} from 'vue'
import type { Problem } from '@/api/problem'
import type { Start } from '@/api/start'
import type { Snapshot } from '@/api/types'
import type { Feed, Link, NotificationKind } from '@/stream/feed'
import type { Span } from '@/timeseries/span'
import { SETTLED_MILLIS, Timeline } from '@/timeseries/timeline'
import { useLimits, type LimitReasons, type Limits, type RequestLimits } from './limits'
import { currentForMillis, Lateness } from './lateness'
import { pace } from './pace'
import { Recorder, type StoredMoment } from './recorder'

/** 15 minutes at ten samples a second, and a little. */
const CAPACITY = 9600
const CLOCK_MILLIS = 1000
const FILLED_MILLIS = 2 * SETTLED_MILLIS

/** The live data of a page, and its controls. */
export interface Live {
  /** The newest snapshot, at a readable rate; unchanged while paused. */
  snapshot: Readonly<ShallowRef<Snapshot | null>>
  /** The newest snapshot at once, even while the page is hidden or paused; late ones are left out. */
  newest: Readonly<ShallowRef<Snapshot | null>>
  link: Readonly<ShallowRef<Link>>
  problem: Readonly<ShallowRef<Problem | null>>
  paused: Readonly<Ref<boolean>>
  timeline: Timeline
  limits: Readonly<ShallowRef<Limits>>
  limitReasons: Readonly<ShallowRef<LimitReasons>>
  /** Whether the first limits are expected, without which charts have no scale. */
  limitsPending: ComputedRef<boolean>
  /** Time since the newest snapshot arrived, by the page's own clock, which need not agree with the server's. */
  ageMillis: ComputedRef<number>
  /** Time since the connection was lost, or null while there is one. */
  lostMillis: ComputedRef<number | null>
  /** Time until the next attempt, or null while none is due. */
  retryMillis: ComputedRef<number | null>
  patienceMillis: ComputedRef<number>
  stale: ComputedRef<boolean>
  /** Whether a connection that was stalled delivers old snapshots, before the newest one. */
  behind: Readonly<Ref<boolean>>
  /** Time of the newest of them, by the server's clock; null at first. */
  caughtUpTo: Readonly<Ref<number | null>>
  /** The right edge of every chart, in the server's time. */
  edge: () => number
  /** The first response of the server; null if it failed. */
  started: Promise<Start | null>
  /** Indexes of the GPUs that a frame shows, and that snapshots contain; null for all. */
  chosen: () => readonly number[] | null
  /** Adds a function that renders a chart; returns a function that removes it. */
  onDraw: (draw: () => void) => () => void
  /** Adds a listener of notifications; returns a function that removes it. */
  onNotification: (listener: (kind: NotificationKind, text: string) => void) => () => void
  /** Adds stored samples, the oldest first, where a range has none for longer than `leastMillis`. */
  addStored: (past: readonly StoredMoment[], range: Span, leastMillis: number) => void
  togglePause: () => void
  retryNow: () => void
  /** Runs a service, which ends with the live data. */
  run: (service: () => void) => void
  stop: () => void
}

export const liveKey: InjectionKey<Live> = Symbol('live')

export function useLive(): Live {
  const live = inject(liveKey)
  if (live === undefined) throw new Error('The page has no live data: provide liveKey first')
  return live
}

/** Starts a feed, until it is stopped. Limits of GPUs are requested separately, unless there is no such request. */
export function startLive(feed: Feed, requestLimits?: RequestLimits): Live {
  const scope = effectScope(true)
  return scope.run(() => liveOf(feed, scope, requestLimits)) as Live
}

function liveOf(feed: Feed, scope: EffectScope, requestLimits?: RequestLimits): Live {
  const timeline = new Timeline(CAPACITY)
  const recorder = new Recorder(timeline)
  const snapshot = shallowRef<Snapshot | null>(null)
  const link = shallowRef<Link>({ kind: 'connecting' })
  const problem = shallowRef<Problem | null>(null)
  const pausedAt = ref<number | null>(null)
  const now = ref(performance.now())
  const arrivedAt = ref(performance.now())
  /** The same, not reactive: readers of the edge must not depend on each arrival. */
  let lastArrival = arrivedAt.value
  let lastArrived: Snapshot | null = null
  const behind = ref(false)
  const caughtUpTo = ref<number | null>(null)
  const lateness = new Lateness()
  /** The newest snapshot that was current on arrival; not reactive. */
  let current: { takenAt: number; arrivedAt: number } | null = null
  const lostAt = ref<number | null>(null)
  const retryAt = ref<number | null>(null)
  const drawings = new Set<() => void>()
  const listeners = new Set<(kind: NotificationKind, text: string) => void>()
  const newest = shallowRef<Snapshot | null>(null)
  const { charts, text } = pace(
    () => {
      for (const draw of drawings) draw()
    },
    () => {
      if (pausedAt.value === null) snapshot.value = newest.value
    },
  )
  const ageMillis = computed(() => Math.max(0, now.value - arrivedAt.value))
  const patienceMillis = computed(() => currentForMillis(newest.value?.everyMillis ?? 0))
  const stale = computed(() => newest.value !== null && ageMillis.value > patienceMillis.value)
  const limits = useLimits(requestLimits, () => pausedAt.value !== null || stale.value)

  /** The newest sample is "now"; without samples time goes on, and the gap becomes visible. */
  function edge(): number {
    if (pausedAt.value !== null) return pausedAt.value
    // Late snapshots are left of now.
    if (behind.value && current !== null) return current.takenAt + performance.now() - current.arrivedAt
    const last = timeline.lastTime ?? Date.now()
    const silence = performance.now() - lastArrival
    return silence > patienceMillis.value ? last + silence : last
  }

  function accept(arrived: Snapshot): void {
    const isNew = recorder.record(arrived)
    // A new connection sends the snapshot again that was requested separately.
    if (arrived.sequence === lastArrived?.sequence) lateness.follow(Date.parse(arrived.takenAt), performance.now())
    if (!isNew) return
    lastArrived = arrived
    const arrival = performance.now()
    // A snapshot that is stale for the server has been stale for a while.
    lastArrival = arrived.stale ? arrival - currentForMillis(arrived.everyMillis) - 1 : arrival
    lostAt.value = null
    const takenAt = Date.parse(arrived.takenAt)
    behind.value = lateness.follow(takenAt, arrival) > currentForMillis(arrived.everyMillis)
    if (!behind.value) {
      newest.value = arrived
      arrivedAt.value = lastArrival
      caughtUpTo.value = null
      current = { takenAt, arrivedAt: lastArrival }
    }
    if (pausedAt.value !== null) return
    limits.follow(arrived)
    charts.request()
    if (!behind.value) text.request()
  }

  const filled = useTimeoutFn(charts.request.bind(charts), FILLED_MILLIS, { immediate: false })

  /** Charts are rendered after each batch, and once more after the last one. */
  function fillIn(found: Snapshot): void {
    if (!recorder.recordPast(found)) return
    charts.request()
    filled.start()
  }

  function changeLink(changed: Link): void {
    // A new connection delivers the newest snapshot first.
    if (changed.kind !== 'open') lateness.begin()
    link.value = changed
    if (changed.kind === 'open') problem.value = null
    now.value = performance.now()
    retryAt.value = changed.kind === 'waiting' ? now.value + changed.retryInMillis : null
    if (changed.kind === 'waiting') lostAt.value ??= now.value
  }

  function togglePause(): void {
    if (pausedAt.value === null) {
      snapshot.value = newest.value ?? lastArrived
      pausedAt.value = behind.value ? (current?.takenAt ?? timeline.lastTime ?? edge()) : edge()
    } else pausedAt.value = null
    text.request()
    charts.request()
  }

  useIntervalFn(() => {
    now.value = performance.now()
    caughtUpTo.value = behind.value ? (timeline.lastTime ?? null) : null
    if (stale.value && pausedAt.value === null) charts.request()
  }, CLOCK_MILLIS)

  feed.start({
    snapshot: accept,
    past: fillIn,
    link: changeLink,
    problem: (changed) => void (problem.value = changed),
    notification: (kind, text) => {
      for (const listener of listeners) listener(kind, text)
    },
  })

  return {
    snapshot,
    newest,
    link,
    problem,
    paused: computed(() => pausedAt.value !== null),
    timeline,
    limits: limits.limits,
    limitReasons: limits.reasons,
    limitsPending: limits.pending,
    ageMillis,
    lostMillis: computed(() => (lostAt.value === null ? null : now.value - lostAt.value)),
    retryMillis: computed(() => (retryAt.value === null ? null : Math.max(0, retryAt.value - now.value))),
    patienceMillis,
    stale,
    behind,
    caughtUpTo,
    edge,
    started: feed.first ?? Promise.resolve(null),
    chosen: () => feed.chosen?.() ?? null,
    onDraw: (draw) => added(drawings, draw),
    onNotification: (listener) => added(listeners, listener),
    addStored: (past, range, leastMillis) => {
      recorder.recordStored(past, range, leastMillis)
      triggerRef(snapshot)
      charts.request()
    },
    togglePause,
    retryNow: () => {
      feed.retryNow()
    },
    run: (service) => {
      if (scope.active) scope.run(service)
    },
    stop: () => {
      feed.stop()
      scope.stop()
      charts.stop()
      text.stop()
    },
  }
}

function added<T>(members: Set<T>, member: T): () => void {
  members.add(member)
  return () => members.delete(member)
}
