import { gpuKey } from '@/api/names'
import { summed } from '@/timeseries/sums'
import { line, type Shape } from '../overview/drawings'
import { recent, recentSpan, type Known, type Tile } from '../overview/tile-parts'

export const tile: Tile = { draw: meanLine, say: ({ t }) => t('overview.pastRanges') }

function meanLine({ moment }: Known): Shape[] {
  const all = recent(moment, moment.snapshot.gpus.map(gpuKey), 'utilization.gpu')
  return line(
    summed(
      all,
      all.map(() => 1),
    ),
    recentSpan(moment),
    100,
    'util',
    { top: 1, bottom: 29 },
  )
}
