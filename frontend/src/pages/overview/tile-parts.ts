import type { GpuEvent, Insight, MetricKey } from '@/api/types'
import { formatNumber } from '@/format/number'
import { displayOf } from '@/format/display'
import type { Translate } from '@/i18n/words'
import type { Moment } from '@/store/readings'
import { since } from '@/timeseries/combined'
import type { Series } from '@/timeseries/timeline'
import { butterfly, type Shape } from './drawings'
import type { Row } from './rows'
import { figure, summedOver } from './totals'

/** Input of a tile. */
export interface Known {
  rows: readonly Row[]
  moment: Moment
  /** Active insights, the most severe first; null until the server has sent them. */
  insights: readonly Insight[] | null
  /** Number of passed checks. */
  checks: number
  /** Events of the last 24 hours, the newest first; null until the server has sent them. */
  day: { events: readonly GpuEvent[]; isPartial: boolean } | null
  t: Translate
  locale: string
}

/** The tile of a page on the overview; the row of the page in `pages.ts` names its file. */
export interface Tile {
  draw: (known: Known) => Shape[]
  /** Text below the title: a number, or a few words if there is none. */
  say: (known: Known) => string
}

const RECENT_MILLIS = 120_000

export function recent({ timeline, edge }: Moment, keys: readonly string[], metric: MetricKey): Series[] {
  return keys.flatMap((key) => timeline.read(key, metric) ?? []).map((series) => since(series, edge - RECENT_MILLIS))
}

export function recentSpan({ edge }: Moment) {
  return { from: edge - RECENT_MILLIS, to: edge }
}

/** Traffic of each GPU, with the sum of all GPUs as text. */
export function linkTile(link: 'pcie' | 'nvlink'): Tile {
  return {
    draw: ({ rows }) => butterfly(rows.map((row) => ({ rx: figure(row[link].rx), tx: figure(row[link].tx) }))),
    say: (known) => traffic(known, link),
  }
}

function traffic({ rows, t, locale }: Known, link: 'pcie' | 'nvlink'): string {
  const of = (way: 'rx' | 'tx') => {
    const { value } = summedOver(rows, (row) => row[link][way])
    return value === null ? null : formatNumber(value / displayOf(`${link}.rx`).divisor, 1, locale)
  }
  const [rx, tx] = [of('rx'), of('tx')]
  if (rx !== null && tx !== null) return t('overview.traffic', { rx, tx })
  const never = rows.every((row) => row[link].rx.quality === 'notSupported')
  return t(never && link === 'nvlink' ? 'overview.noNvlink' : 'overview.notTold')
}
