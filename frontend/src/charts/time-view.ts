import { onKeyStroke, useDebounceFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { LONGEST_LIVE_MILLIS, type Span } from '@/timeseries/span'
import { useZoom } from '@/timeseries/zoom'
import { useLive, type Live } from '@/store/live'
import { useServerStart } from '@/store/server-start'
import { useQueryTime } from '@/navigation/query'
import { isTakenElsewhere, useShortcut } from '@/composables/shortcuts'

/** The time range and the crosshair that all charts of a page share; the address has both. */
export interface TimeView {
  /** The current range of all charts. */
  now: () => Span
  /** The range at the time of the last page update. */
  span: ComputedRef<Span>
  /** The zoomed range, or null while the charts follow the present. */
  zoom: ComputedRef<Span | null>
  zoomTo: (span: Span | null) => void
  /** The length of the charts while they are shorter than their range, since gpulse has just started; else null. */
  soFar: ComputedRef<{ millis: number; ofMillis: number } | null>
  /** Position of the crosshair: 0 at the left edge of the charts, 1 at their right, null while hidden. */
  cursor: ComputedRef<number | null>
  /** Position at which the charts draw it, that of a sample or bucket; null while hidden. */
  line: Readonly<Ref<number | null>>
  drawnAt: (share: number | null) => void
  /** The time at the crosshair, or null for now. */
  at: ComputedRef<number | null>
  /** Moves the crosshair to a share of the width, or hides it; a pinned one does not move. */
  point: (share: number | null) => void
  /** Pins the crosshair until it is released; pinning at the same position releases it. */
  pin: (share: number, pixels: number) => void
  /** The time at which it is pinned, or null. */
  pinnedAt: Readonly<Ref<number | null>>
  pinAt: (moment: number | null) => void
  release: () => void
}

const STEP = 0.01
const ADDRESS_MILLIS = 300
/** Largest difference of the clocks of two machines. */
const AHEAD_MILLIS = 60_000
/** Charts are at least that long. */
const LEAST_MILLIS = 30_000
/** A click within this distance of the pin releases it. */
const SAME_PIXELS = 6

/** The samples of charts that are requested range by range. */
export interface Loaded {
  /** The loaded range, shown until the requested one has arrived; null before the first. */
  span: () => Span | null
  /** The longest range of a request. */
  mostMillis: number
}
const LIVE: Loaded = { span: () => null, mostMillis: LONGEST_LIVE_MILLIS }

/** The view of charts that end now, or at `end` if there are no later samples. */
export function useTimeView(
  rangeMillis: () => number,
  momentEdge: () => number,
  end: () => number | null = () => null,
  loaded = LIVE,
): TimeView {
  const live = useLive()
  const { serverStart } = useServerStart()
  const edge = () => end() ?? live.edge()
  const edgeShown = () => end() ?? momentEdge()
  const addressAt = useQueryTime('at')
  const pinnedAt = ref(addressAt.value)
  const pointed = ref<number | null>(null)
  const line = shallowRef<number | null>(null)

  const zoom = useZoom(loaded.mostMillis)
  const isLive = () => loaded === LIVE && end() === null
  const reach = () => (isLive() ? reachOf(live, serverStart.value, rangeMillis()) : rangeMillis())
  const span = computed(() => loaded.span() ?? zoom.value ?? until(edgeShown(), reach()))
  const now = () => loaded.span() ?? zoom.value ?? until(edge(), reach())
  const soFar = computed(() => {
    const length = span.value.to - span.value.from
    const ofMillis = rangeMillis()
    return isLive() && zoom.value === null && length < ofMillis ? { millis: length, ofMillis } : null
  })
  const at = computed(() => {
    if (pinnedAt.value !== null) return pinnedAt.value
    // Depends on the span, so that it follows the time that the page shows.
    return pointed.value === null || span.value.to === span.value.from ? null : momentAt(pointed.value)
  })
  const cursor = computed(() => (pinnedAt.value === null ? pointed.value : shareOf(pinnedAt.value, span.value)))

  function momentAt(share: number): number {
    const shown = now()
    return Math.round(shown.from + share * (shown.to - shown.from))
  }
  function zoomTo(chosen: Span | null): void {
    zoom.value = chosen
  }
  function pinAt(moment: number | null): void {
    pinnedAt.value = addressAt.value = moment
  }
  function release(): void {
    pinAt(null)
    pointed.value = null
  }
  /** Keys repeat fast, and browsers limit the rate of address changes. */
  const updateAddressLater = useDebounceFn(() => {
    addressAt.value = pinnedAt.value
  }, ADDRESS_MILLIS)
  function step(key: string): void {
    const share = Math.min(1, Math.max(0, (cursor.value ?? 1) + (key === 'arrowleft' ? -STEP : STEP)))
    if (pinnedAt.value === null) pointed.value = share
    else {
      pinnedAt.value = momentAt(share)
      void updateAddressLater()
    }
  }
  watch(addressAt, (moment) => {
    pinnedAt.value = moment
  })

  const linked = pinnedAt.value
  if (linked !== null && linked > edgeShown() + AHEAD_MILLIS) pinAt(null)
  // A link is opened later than it was sent: shows the range around its time.
  else if (linked !== null && zoom.value === null && linked < edgeShown() - rangeMillis()) {
    zoomTo({ from: linked - rangeMillis() / 2, to: linked + rangeMillis() / 2 })
  }
  useShortcut({ keys: ['arrowleft', 'arrowright'], shown: '← →', label: 'keyboard.cursor', run: step })
  useShortcut({
    keys: ['p'],
    shown: 'P',
    label: 'keyboard.pin',
    run: () => {
      if (pinnedAt.value !== null) release()
      else if (pointed.value !== null) pinAt(momentAt(pointed.value))
    },
  })
  onKeyStroke('Escape', (event) => {
    if (isTakenElsewhere(event)) return
    release()
    zoomTo(null)
  })

  return {
    now,
    span,
    soFar,
    line,
    drawnAt: (share) => {
      line.value = share
    },
    zoom,
    zoomTo,
    cursor,
    at,
    pinnedAt,
    pinAt,
    point: (share) => {
      pointed.value = share
    },
    pin: (share, pixels) => {
      const same = cursor.value !== null && Math.abs(cursor.value - share) * pixels < SAME_PIXELS
      pinAt(pinnedAt.value !== null && same ? null : momentAt(share))
    },
    release,
  }
}

const until = (to: number, millis: number): Span => ({ from: to - millis, to })

/** The length of live charts: as long as there are samples, up to their range. */
function reachOf({ timeline, edge }: Live, started: number | null, rangeMillis: number): number {
  const { firstTime, pendingFrom } = timeline
  if (firstTime === undefined || pendingFrom !== null) return rangeMillis
  const isWhole = timeline.wholeSince <= edge() - rangeMillis
  // A server that has run for longer has older samples.
  if (started === null && !isWhole) return rangeMillis
  const length = edge() - Math.min(firstTime, isWhole ? Infinity : (started ?? Infinity))
  return Math.min(rangeMillis, Math.max(LEAST_MILLIS, length))
}

/** The position of a time in a range, 0 to 1; null outside of it. */
export function shareOf(moment: number, { from, to }: Span): number | null {
  const share = (moment - from) / (to - from)
  return share >= 0 && share <= 1 ? share : null
}

/** The range of a drag between two shares of the width, or null for one too short to be intended. */
export function dragged({ from, to }: Span, one: number, other: number, pixels: number): Span | null {
  const left = Math.max(0, Math.min(one, other))
  const right = Math.min(1, Math.max(one, other))
  if ((right - left) * pixels < MIN_PIXELS) return null
  const span = { from: from + left * (to - from), to: from + right * (to - from) }
  return span.to - span.from < MIN_MILLIS ? null : span
}

const MIN_PIXELS = 6
const MIN_MILLIS = 2000
