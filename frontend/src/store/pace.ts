import { watch } from 'vue'
import { calm } from '@/navigation/embed'
import { parentRefreshMillis } from '@/navigation/parent'
import { FrameThrottle } from './frame-throttle'

const CALM_MILLIS = 1000
const CHART_MILLIS = 200
const TEXT_MILLIS = 500

/** How often a page draws its charts, and changes its texts: at a readable rate, or as the embedding page wants. */
export function pace(draw: () => void, write: () => void): { charts: FrameThrottle; text: FrameThrottle } {
  const charts = new FrameThrottle(() => (calm ? CALM_MILLIS : (parentRefreshMillis.value ?? CHART_MILLIS)), draw)
  const textMillis = () => (calm ? CALM_MILLIS : Math.max(TEXT_MILLIS, parentRefreshMillis.value ?? 0))
  const text = new FrameThrottle(textMillis, write)
  watch(parentRefreshMillis, () => {
    charts.changed()
    text.changed()
  })
  return { charts, text }
}
