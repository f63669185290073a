import { HOST_KEY } from '@/api/names'
import { formatNumber } from '@/format/number'
import { hostOf } from '@/store/host'
import { read } from '@/store/readings'
import { line, type Shape } from '../overview/drawings'
import { recent, recentSpan, type Known, type Tile } from '../overview/tile-parts'
import { figure } from '../overview/totals'

export const tile: Tile = { draw: cpuLine, say: cpuText }

function cpuLine({ moment }: Known): Shape[] {
  const cpu = recent(moment, [HOST_KEY], 'host.cpu.utilization')[0]
  return line(cpu, recentSpan(moment), 100, 'host', { top: 1, bottom: 29 })
}

function cpuText({ moment, t, locale }: Known): string {
  const cpu = figure(read(moment, hostOf(moment), 'host.cpu.utilization'))
  return cpu === null ? t('overview.cpuNotTold') : t('overview.cpu', { n: formatNumber(cpu, 0, locale) })
}
