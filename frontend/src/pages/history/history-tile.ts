import { gpuKey } from '@/api/names'
import { combined } from '@/timeseries/combined'
import { line, type Shape } from '../overview/drawings'
import { recent, recentSpan, type Known, type Tile } from '../overview/tile-parts'

export const tile: Tile = { draw: meanLine, say: ({ t }) => t('overview.pastRanges') }

function meanLine({ moment }: Known): Shape[] {
  const all = recent(moment, moment.snapshot.gpus.map(gpuKey), 'utilization.gpu')
  return line(combined(all), recentSpan(moment), 100, 'util', { top: 1, bottom: 29 })
}
