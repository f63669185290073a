import { gpuKey } from '@/api/names'
import { combined, greatest } from '@/timeseries/combined'
import { line, type Shape } from '../overview/drawings'
import { recent, recentSpan, type Known, type Tile } from '../overview/tile-parts'

export const tile: Tile = { draw: nvlinkLines, say: ({ t }) => t('overview.bothWays') }

function nvlinkLines({ moment }: Known): Shape[] {
  const keys = moment.snapshot.gpus.map(gpuKey)
  const sum = (metric: 'nvlink.tx' | 'nvlink.rx') => combined(recent(moment, keys, metric), { as: 'sum' })
  const [tx, rx] = [sum('nvlink.tx'), sum('nvlink.rx')]
  const most = Math.max(1, greatest([tx, rx]))
  const span = recentSpan(moment)
  return [...line(tx, span, most, 'tx', { top: 1, bottom: 14 }), ...line(rx, span, most, 'rx', { top: 17, bottom: 29 })]
}
