import { formatNumber } from '@/format/number'
import { bars } from '../overview/drawings'
import type { Known, Tile } from '../overview/tile-parts'
import { percentOf, summedOver } from '../overview/totals'

export const tile: Tile = {
  draw: ({ rows }) =>
    bars(
      rows.map((row) => percentOf(row.utilization, 100)),
      'util',
    ),
  say: meanUtilization,
}

function meanUtilization({ rows, t, locale }: Known): string {
  const all = summedOver(rows, (row) => row.utilization)
  if (all.value === null) return t('overview.noUtilization')
  return t('overview.mean', { n: formatNumber(all.value / all.used.length, 0, locale) })
}
