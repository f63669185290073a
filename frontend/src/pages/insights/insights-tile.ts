import { GLYPH, needsAction } from '@/store/active-insights'
import type { Shape, Tone } from '../overview/drawings'
import type { Known, Tile } from '../overview/tile-parts'

export const tile: Tile = { draw: worst, say: summary }

const ROWS = [0, 15] as const
const SIGNS: Partial<Record<Tone, (y: number) => string>> = {
  crit: (y) => `M8 ${y + 2}l6 6-6 6-6-6z`,
  warn: (y) => `M8 ${y + 3}l6 11H2z`,
  info: (y) => `M4 ${y + 4}h8v8H4z`,
}
const CIRCLE = (y: number) => `M4 ${y + 9}a4 4 0 1 0 8 0 4 4 0 1 0-8 0`

/** The two worst insights, or circles if there are none. */
function worst({ insights }: Known): Shape[] {
  return ROWS.flatMap((y, i) => {
    const found = insights?.[i]
    const tone: Tone = found !== undefined ? GLYPH[found.severity] : insights === null ? 'strong' : 'ok'
    return [
      { kind: 'sign', tone, path: (SIGNS[tone] ?? CIRCLE)(y) },
      { kind: 'box', tone: 'strong', x: 19, y: y + 5, width: 25 - 3 * i, height: 3 },
      { kind: 'box', tone: 'track', x: 19, y: y + 10, width: 17 - 3 * i, height: 3 },
    ]
  })
}

function summary({ insights, checks, t }: Known): string {
  if (insights === null) return t('overview.insightKinds')
  const n = insights.filter(needsAction).length
  return n === 0 ? t('overview.checksPass', { n: checks }) : t('overview.needAction', { n })
}
