import { formatNumber } from '@/format/number'
import { bars } from '../overview/drawings'
import type { Known, Tile } from '../overview/tile-parts'
import { percentOf, summedOver, sumOfLimits } from '../overview/totals'

export const tile: Tile = {
  draw: ({ rows }) =>
    bars(
      rows.map(({ memory }) => percentOf(memory.reading, memory.limit)),
      'mem',
    ),
  say: memoryShare,
}

function memoryShare({ rows, t, locale }: Known): string {
  const all = summedOver(rows, (row) => row.memory.reading)
  const limit = sumOfLimits(all.used, (row) => row.memory.limit)
  if (all.value === null || limit === null) return t('overview.byProcess')
  return t('overview.usedShare', { n: formatNumber((all.value / limit) * 100, 0, locale) })
}
