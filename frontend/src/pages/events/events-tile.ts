import { GLYPH } from '@/store/active-insights'
import { HEIGHT, WIDTH, type Shape } from '../overview/drawings'
import type { Known, Tile } from '../overview/tile-parts'

export const tile: Tile = { draw: strokes, say: today }

const DAY_MILLIS = 86_400_000
const MOST = 24

/** The newest events of the last 24 hours, each as a stroke that is longer for a worse one. */
function strokes({ day, moment }: Known): Shape[] {
  return (day?.events ?? []).slice(0, MOST).flatMap(({ at, severity }): Shape[] => {
    const share = 1 - (moment.edge - Date.parse(at)) / DAY_MILLIS
    if (share < 0 || share > 1) return []
    const height = severity === 'info' ? 14 : HEIGHT - 4
    const tone = severity === 'info' ? 'strong' : GLYPH[severity]
    return [{ kind: 'box', tone, x: share * (WIDTH - 2), y: (HEIGHT - height) / 2, width: 1.6, height }]
  })
}

function today({ day, moment, t }: Known): string {
  if (day === null) return t('overview.noEvents')
  const midnight = new Date(moment.edge).setHours(0, 0, 0, 0)
  const n = day.events.filter(({ at }) => Date.parse(at) >= midnight).length
  return t(day.isPartial && n === day.events.length ? 'overview.moreEvents' : 'overview.eventsToday', { n })
}
