import type { CatalogueEntry } from '@/api/types'
import { roundedUp } from '@/charts/axis'
import { unitDisplay, type Scale } from '@/format/display'
import { localizedTitle } from '@/format/server'
import { formatClock } from '@/format/time'
import type { Translate } from '@/i18n/words'
import { greatest } from '@/timeseries/combined'
import type { Series } from '@/timeseries/timeline'

const WHOLE = 100
const COLDEST = 20

const PANEL = 'panel '

/** The id of the chart of an added metric. */
export function panelId(metric: string): string {
  return PANEL + metric
}

/** The metric of an added chart, or null for other charts. */
export function addedMetric(id: string): string | null {
  return id.startsWith(PANEL) ? id.slice(PANEL.length) : null
}

export type Scope = CatalogueEntry['scope']
export const OF_GPUS: readonly Scope[] = ['GPU']

/** The numeric rows of these scopes, which can have a chart. */
export function drawable(entries: readonly CatalogueEntry[], scopes: readonly Scope[]): CatalogueEntry[] {
  return entries.filter(({ scope, kind }) => scopes.includes(scope) && (kind === 'GAUGE' || kind === 'COUNTER'))
}

/** The rows that have all words of the text in title, key or help. */
export function matching(entries: readonly CatalogueEntry[], text: string): CatalogueEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = (entry: CatalogueEntry) =>
    [entry.title, localizedTitle(entry).text, entry.key, entry.help].join(' ').toLowerCase()
  return entries.filter((entry) => words.every((word) => found(entry).includes(word)))
}

export interface PanelScale extends Scale {
  min: number
  max: number
}

/** The scale of an added chart: fixed by its unit, or fitted to its samples. */
export function panelScale(entry: CatalogueEntry, all: readonly (Series | undefined)[]): PanelScale {
  const scale = scaleOf(entry)
  return {
    ...scale,
    min: isMargin(entry) ? Math.min(0, least(all)) : entry.unit === '°C' ? COLDEST : 0,
    max: entry.unit === '%' || entry.unit === '°C' ? WHOLE : roundedUp(Math.max(scale.divisor, greatest(all))),
  }
}

/** A margin is in °C as well, but small, and negative when exceeded. */
function isMargin({ key, unit }: CatalogueEntry): boolean {
  return unit === '°C' && key.includes('tlimit')
}

function least(all: readonly (Series | undefined)[]): number {
  let low = 0
  for (const series of all) for (const value of series?.values ?? []) if (value < low) low = value
  return low
}

export function scaleOf({ unit }: Pick<CatalogueEntry, 'unit'>): Scale {
  // The energy of minutes is far below the total of the board.
  if (unit === 'J') return { unit: 'kJ', divisor: 1000, decimals: 1 }
  return unitDisplay(unit)
}

/** The unit of an added chart, with notes about its numbers. */
export function panelUnit({ kind }: CatalogueEntry, unit: string, since: number | null, t: Translate): string {
  const added = kind === 'COUNTER' ? t('gpuPage.added') : ''
  const start = since === null ? '' : t('gpuPage.samplesSince', { time: formatClock(since) })
  return [unit, added, start].filter(Boolean).join(' · ')
}
