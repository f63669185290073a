import type { CatalogueEntry, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { roundedUp } from '@/draw/axis'
import { unitDisplay, type Scale } from '@/format/display'
import { localizedTitle } from '@/format/server'
import { formatClock } from '@/format/time'
import type { Translate } from '@/i18n/words'
import { greatest } from '@/series/sums'
import type { Series } from '@/series/timeline'
import type { GpuChart } from './charts'
import { valueNow, type Knowledge } from './knowledge'
import type { Samples } from './samples'

const WHOLE = 100
const COLDEST = 20

/** Rows that can be drawn over time: numbers of a GPU. */
export function drawable(entries: readonly CatalogueEntry[]): CatalogueEntry[] {
  return entries.filter(({ scope, kind }) => scope === 'GPU' && (kind === 'GAUGE' || kind === 'COUNTER'))
}

/** Whether the stream brings it and the page remembers it anyhow. */
export function isRemembered({ moment, gpu }: Knowledge, metric: MetricKey): boolean {
  return moment.timeline.read(gpuKey(gpu), metric) !== undefined
}

/** Whether this GPU can ever tell it; what it says of the others belongs beside them. */
export function isOffered(known: Knowledge, metric: MetricKey): boolean {
  const { quality } = valueNow(known, metric)
  return quality !== 'notSupported' && quality !== 'noAccess'
}

/** Every word of the text is in the title, the key or the explanation. */
export function matching(entries: readonly CatalogueEntry[], text: string): CatalogueEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = (entry: CatalogueEntry) => [entry.title, localizedTitle(entry).text, entry.key, entry.help].join(' ').toLowerCase()
  return entries.filter((entry) => words.every((word) => found(entry).includes(word)))
}

/** A row that somebody wants to see over time. A counter is drawn as what has been added since the page looks at it. */
export function panelChart(known: Knowledge, entry: CatalogueEntry, samples: Samples, t: Translate): GpuChart {
  const remembered = isRemembered(known, entry.key)
  const read = (): Series | undefined =>
    remembered ? known.moment.timeline.read(gpuKey(known.gpu), entry.key) : samples.read(entry.key)
  const since = remembered ? null : samples.since(entry.key)
  const { unit, divisor, decimals } = scaleOf(entry)
  const said = [unit, counted(entry) ? t('gpuPage.added') : '', since === null ? '' : sinceText(since, t)]
  return {
    id: `panel ${entry.key}`,
    title: localizedTitle(entry).text,
    unit: said.filter(Boolean).join(' · '),
    short: unit,
    tall: false,
    min: isMargin(entry) ? Math.min(0, least(read())) : entry.unit === '°C' ? COLDEST : 0,
    max: entry.unit === '%' || entry.unit === '°C' ? WHOLE : roundedUp(Math.max(divisor, greatest([read()]))),
    divisor,
    decimals,
    banded: true,
    marks: [],
    legend: [],
    added: true,
    lines: [
      {
        key: entry.key,
        metric: entry.key,
        label: localizedTitle(entry).text,
        samples: read,
        colour: ({ plain }) => plain,
        dashed: false,
        index: null,
      },
    ],
  }
}

/** A margin is in °C too, but small, and below 0 when it is used up. */
function isMargin({ key, unit }: CatalogueEntry): boolean {
  return unit === '°C' && key.includes('tlimit')
}

function least(series: Series | undefined): number {
  let low = 0
  for (const value of series?.values ?? []) if (value < low) low = value
  return low
}

function counted(entry: CatalogueEntry): boolean {
  return entry.kind === 'COUNTER'
}

function scaleOf({ unit }: CatalogueEntry): Scale {
  // What is added within minutes is far below what a board has used in its life.
  if (unit === 'J') return { unit: 'kJ', divisor: 1000, decimals: 1 }
  return unitDisplay(unit)
}

function sinceText(since: number, t: Translate): string {
  return t('gpuPage.samplesSince', { time: formatClock(since) })
}
