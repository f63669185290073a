import { computed, onScopeDispose, watchEffect, type ComputedRef } from 'vue'
import { usePanel } from '@/navigation/embed'
import { useIsolation, type Isolation } from '@/composables/isolation'
import { LIVE_RANGES, ownRange, useRange, type RangeName, type SharedRange } from '@/timeseries/range'
import type { Span } from '@/timeseries/span'
import type { Chart } from '@/charts/chart'
import { limitLines } from '@/charts/line-limit'
import { useMoment } from '@/store/moment'
import type { Moment } from '@/store/readings'
import { useZoom } from '@/timeseries/zoom'
import { addedMetric } from './drawable'
import { zoomed } from './live-scene'

/** The state that the controls of a time page change. */
export interface TimePageState extends Isolation {
  moment: ComputedRef<Moment | null>
  range: Pick<SharedRange<string>, 'name' | 'range' | 'options'>
  /** The charts that the page or its frame shows; of too many GPUs only the lines that vary most in this time. */
  shown: (charts: readonly Chart[], span?: Span) => Chart[]
}

/** Stored samples, whose range the page has. */
interface StoredPage {
  range: SharedRange<string>
  gpus: () => readonly { index: number }[]
}

/**
 * The state of a page of charts of the stream, or of the stored samples of the range of the page.
 *
 * @param opening the range before one is chosen; null for the usual one
 */
export function useTimePage(stored?: StoredPage, opening: () => RangeName | null = () => null): TimePageState {
  const now = useMoment()
  const zoom = useZoom()
  const moment = computed(() => now.value && zoomed(now.value, zoom.value))
  const { shows } = usePanel()
  const range: SharedRange<string> = stored?.range ?? useRange(LIVE_RANGES, opening)
  // Samples of that range are loaded.
  watchEffect(() => {
    ownRange.value = opening()
  })
  onScopeDispose(() => {
    ownRange.value = null
  })
  const isolation = useIsolation(stored?.gpus ?? (() => moment.value?.snapshot.gpus ?? []))

  function shown(charts: readonly Chart[], span?: Span): Chart[] {
    const to = moment.value?.edge ?? 0
    const { from, to: end } = span ?? zoom.value ?? { from: to - range.range.value.millis, to }
    const visible = charts.filter(({ id }) => shows(addedMetric(id) ?? id))
    return isolation.alone.value === null ? visible.map((chart) => limitLines(chart, from, end)) : visible
  }
  return { moment, range, shown, ...isolation }
}
