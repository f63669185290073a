import { gpuKey } from '@/api/names'
import { formatNumber } from '@/format/number'
import { formatPower } from '@/format/display'
import { combined } from '@/timeseries/combined'
import { line, type Shape } from '../overview/drawings'
import { recent, recentSpan, type Known, type Tile } from '../overview/tile-parts'
import { hottestOf, summedOver, sumOfLimits } from '../overview/totals'

export const tile: Tile = { draw: resourceLines, say: powerAndHeat }

/** Utilization and power of all GPUs, each on its own scale. */
function resourceLines({ rows, moment }: Known): Shape[] {
  const keys = moment.snapshot.gpus.map(gpuKey)
  const utilization = recent(moment, keys, 'utilization.gpu')
  const limit = sumOfLimits(rows, (row) => row.power.limit) ?? 0
  const span = recentSpan(moment)
  return [
    ...line(combined(utilization), span, 100, 'util', { top: 1, bottom: 14 }),
    ...line(combined(recent(moment, keys, 'power.draw'), { as: 'sum' }), span, limit, 'plain', { top: 17, bottom: 29 }),
  ]
}

function powerAndHeat({ rows, t, locale }: Known): string {
  const power = summedOver(rows, (row) => row.power.reading)
  const heat = hottestOf(rows)
  const texts = [
    power.value === null ? null : formatPower(power.value, locale),
    heat.value === null ? null : `${formatNumber(heat.value, 0, locale)}\u202f°C`,
  ]
  return texts.filter(Boolean).join(' · ') || t('overview.timelines')
}
