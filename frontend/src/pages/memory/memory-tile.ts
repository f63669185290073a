import { formatNumber } from '@/format/number'
import { bars } from '../overview/drawings'
import { summedOver, type Known, type Tile } from '../overview/tile-parts'
import { percentOf, sumOfLimits } from '../overview/totals'

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
