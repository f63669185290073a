import { onKeyStroke, useDebounceFn } from '@vueuse/core'
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import type { Span } from '@/timeseries/span'
import { useLive } from '@/store/live'
import { useQueryTime } from '@/navigation/query'
import { isTakenElsewhere, useShortcut } from '@/composables/shortcuts'

/** The one stretch of time and the one crosshair that all charts of a page share; the address keeps both. */
export interface TimeView {
  /** What all charts show at this very moment. */
  now: () => Span
  /** The same as of the moment that the page shows. */
  span: ComputedRef<Span>
  /** What was zoomed into, or null while the charts follow the present. */
  zoom: ComputedRef<Span | null>
  zoomTo: (span: Span | null) => void
  /** Where the crosshair is: 0 at the left edge of the charts, 1 at their right, null when it is not to be seen. */
  cursor: ComputedRef<number | null>
  /** The moment under it, or null for now. */
  at: ComputedRef<number | null>
  /** Moves it to a share of the width, or away; one that is pinned stays. */
  point: (share: number | null) => void
  /** Keeps it at a moment until it is released; again at the same place releases it. */
  pin: (share: number, pixels: number) => void
  /** The moment at which it is kept, or null. */
  pinnedAt: Readonly<Ref<number | null>>
  pinAt: (moment: number | null) => void
  release: () => void
}

const STEP = 0.01
const TELL_MILLIS = 300
/** Clocks of two machines differ; more than this no sample can be ahead. */
const AHEAD_MILLIS = 60_000
/** No page of live samples knows more than this. */
const MOST_MILLIS = 86_400_000
/** A second click this near is one on the pin itself. */
const SAME_PIXELS = 6

/** Charts whose samples are asked for, stretch by stretch. */
export interface Loaded {
  /** What is there to be shown until what is wanted has come; null while nothing has. */
  span: () => Span | null
  /** The longest stretch that can be asked for. */
  mostMillis: number
}
const LIVE: Loaded = { span: () => null, mostMillis: MOST_MILLIS }

/** Charts end at the present, or at an `end` where nothing has come since. */
export function useTimeView(
  rangeMillis: () => number,
  momentEdge: () => number,
  end: () => number | null = () => null,
  loaded = LIVE,
): TimeView {
  const live = useLive()
  const edge = () => end() ?? live.edge()
  const edgeShown = () => end() ?? momentEdge()
  const from = useQueryTime('from')
  const to = useQueryTime('to')
  const told = useQueryTime('at')
  const pinnedAt = ref(told.value)
  const pointed = ref<number | null>(null)

  const zoom = computed(() => spanOf(from.value, to.value, loaded.mostMillis))
  const span = computed(() => loaded.span() ?? zoom.value ?? { from: edgeShown() - rangeMillis(), to: edgeShown() })
  const now = () => loaded.span() ?? zoom.value ?? { from: edge() - rangeMillis(), to: edge() }
  const at = computed(() => {
    if (pinnedAt.value !== null) return pinnedAt.value
    // Asked again with every moment that the page shows.
    return pointed.value === null || span.value.to === span.value.from ? null : momentAt(pointed.value)
  })
  const cursor = computed(() => (pinnedAt.value === null ? pointed.value : shareOf(pinnedAt.value, span.value)))

  function momentAt(share: number): number {
    const shown = now()
    return Math.round(shown.from + share * (shown.to - shown.from))
  }
  function zoomTo(chosen: Span | null): void {
    from.value = chosen === null ? null : Math.round(chosen.from)
    to.value = chosen === null ? null : Math.round(chosen.to)
  }
  function pinAt(moment: number | null): void {
    pinnedAt.value = told.value = moment
  }
  function release(): void {
    pinAt(null)
    pointed.value = null
  }
  /** Keys repeat fast, and browsers allow few changes of the address. */
  const tellLater = useDebounceFn(() => {
    told.value = pinnedAt.value
  }, TELL_MILLIS)
  function step(key: string): void {
    const share = Math.min(1, Math.max(0, (cursor.value ?? 1) + (key === 'arrowleft' ? -STEP : STEP)))
    if (pinnedAt.value === null) pointed.value = share
    else {
      pinnedAt.value = momentAt(share)
      void tellLater()
    }
  }
  watch(told, (moment) => {
    pinnedAt.value = moment
  })

  const sent = pinnedAt.value
  if (sent !== null && sent > edgeShown() + AHEAD_MILLIS) pinAt(null)
  // A link is opened later than it was sent: its moment is looked for where it is by now.
  else if (sent !== null && zoom.value === null && sent < edgeShown() - rangeMillis()) {
    zoomTo({ from: sent - rangeMillis() / 2, to: sent + rangeMillis() / 2 })
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

/** Where a moment lies in what is shown, 0 to 1; null where it is not to be seen. */
export function shareOf(moment: number, { from, to }: Span): number | null {
  const share = (moment - from) / (to - from)
  return share >= 0 && share <= 1 ? share : null
}

function spanOf(from: number | null, to: number | null, mostMillis: number): Span | null {
  if (from === null || to === null || to <= from || to - from > mostMillis) return null
  return { from, to }
}

/** What a drag from one share of the charts' width to another means; a slip of the hand means nothing. */
export function dragged({ from, to }: Span, one: number, other: number, pixels: number): Span | null {
  const left = Math.max(0, Math.min(one, other))
  const right = Math.min(1, Math.max(one, other))
  if ((right - left) * pixels < LEAST_PIXELS) return null
  const span = { from: from + left * (to - from), to: from + right * (to - from) }
  return span.to - span.from < LEAST_MILLIS ? null : span
}

const LEAST_PIXELS = 6
const LEAST_MILLIS = 2000
