import { absenceText } from '@/format/absence'
import { formatNumber } from '@/format/number'
import { t } from '@/i18n/words'
import { bothWays, sentBy, sumOfAll, type Connection, type Fabric, type Severity } from './pairs'
import { formatTraffic } from './throughput'

export interface MatrixCell {
  id: string
  kind: 'self' | 'none' | 'joined' | 'down'
  text: string
  detail?: string
  /** Of the ground, in percent. */
  strength?: number
  badge?: undefined | { severity: Severity; text: string }
  /** The connection that a click opens. */
  opens?: string
  /** As it is spoken. */
  name?: string
  title?: string | undefined
}

export interface MatrixLine {
  gpu: number
  cells: MatrixCell[]
  sum?: string
}

const LEAST = 8
/** Text on the ground needs a contrast of 4.5, so that a full link is not all teal. */
const SPAN = 47
const KILO = 1000
const UNKNOWN = '–'

/** "9.1k", or "38". */
function formatErrors(count: number, locale: string): string {
  return count < KILO ? formatNumber(count, 0, locale) : `${formatNumber(count / KILO, 1, locale)}k`
}

function badgeOf({ severity, lately, errors }: Connection, locale: string): MatrixCell['badge'] {
  if (severity === null) return undefined
  const count = lately ?? errors ?? 0
  return { severity, text: count === 0 ? '' : formatErrors(count, locale) }
}

/** "9 120 errors in 24 h", else those since the driver was loaded. */
export function errorsText({ lately, errors }: Connection, locale: string): string {
  const count = lately ?? errors ?? 0
  if (count === 0) return ''
  const named = { number: formatNumber(count, 0, locale) }
  return lately === null ? t('pairs.errorsSince', named, count) : t('pairs.errorsLately', named, count)
}

function strengthOf(rate: number | null, most: number | null): number {
  return rate === null || most === null || most <= 0 ? LEAST : LEAST + SPAN * Math.min(1, rate / most)
}

function trafficText(rate: number | null, locale: string): string {
  return rate === null ? UNKNOWN : formatTraffic(rate, locale)
}

/** Why a rate is unknown. */
function whyUnknown({ ends }: Connection): string {
  const share = ends.flatMap(({ links }) => links).find((link) => (link.share?.percent ?? null) === null)?.share
  return share === undefined || share === null ? t('pairs.notRead') : absenceText(share.quality, share.reason)
}

function spoken(place: string, parts: readonly string[]): string {
  return `${place}${t('list.colon')}${parts.filter((part) => part !== '').join(t('list.clauses'))}`
}

function cellOf(pair: Connection, { from, to }: { from: number; to: number }, locale: string): MatrixCell {
  const { rate, most } = sentBy(from, pair)
  const isDown = pair.up === 0 && pair.failed > 0
  const up = pair.up === null ? UNKNOWN : String(pair.up)
  const text = isDown ? t('pairs.down') : trafficText(rate, locale)
  const traffic = rate === null ? whyUnknown(pair) : t('pairs.gigabytes', { n: text })
  return {
    ...{ id: `${from}-${to}`, kind: isDown ? 'down' : 'joined', text, detail: `${up} / ${pair.all}` },
    strength: strengthOf(rate, most),
    ...{ badge: badgeOf(pair, locale), opens: pair.key, title: isDown || rate !== null ? undefined : traffic },
    name: spoken(t('pairs.fromTo', { from, to }), [
      isDown ? text : traffic,
      t('nvlink.up', { up, all: pair.all }),
      errorsText(pair, locale),
    ]),
  }
}

/** A row and a column for each GPU. */
export function pairLines({ gpus, connections }: Fabric, locale: string): MatrixLine[] {
  const byKey = new Map(connections.map((each) => [each.key, each]))
  return gpus.map((from) => ({
    gpu: from,
    cells: gpus.map((to): MatrixCell => {
      const id = `${from}-${to}`
      if (from === to) return { id, kind: 'self', text: '' }
      const pair = byKey.get(`${Math.min(from, to)}-${Math.max(from, to)}`)
      return pair === undefined ? { id, kind: 'none', text: 'PCIe' } : cellOf(pair, { from, to }, locale)
    }),
  }))
}

export function portsOf({ connections }: Fabric): number[] {
  const numbers = connections.flatMap(({ ends }) => ends.flatMap(({ links }) => links.map(({ link }) => link)))
  return [...new Set(numbers)].sort((a, b) => a - b)
}

function portCell(port: Connection, locale: string): MatrixCell {
  const [link] = port.ends[0]?.links ?? []
  const rate = link === undefined ? null : bothWays(link)
  const most = link?.share?.most ?? null
  const isDown = link?.up === false
  const text = isDown ? t('pairs.down') : trafficText(rate, locale)
  const traffic = isDown ? text : rate === null ? whyUnknown(port) : t('pairs.gigabytes', { n: text })
  return {
    ...{ id: port.key, kind: isDown ? 'down' : 'joined', text, opens: port.key },
    ...{
      strength: strengthOf(rate, most === null ? null : 2 * most),
      badge: isDown && port.errors === 0 ? undefined : badgeOf(port, locale),
    },
    title: rate === null ? traffic : undefined,
    name: spoken(t('pairs.portOf', { gpu: port.ends[0]?.gpu ?? 0, port: link?.link ?? 0 }), [
      traffic,
      errorsText(port, locale),
    ]),
  }
}

/** A row for each GPU and a column for each of its links, with the sum of those that are up. */
export function portLines(fabric: Fabric, locale: string): MatrixLine[] {
  const byKey = new Map(fabric.connections.map((each) => [each.key, each]))
  return fabric.gpus.map((gpu) => {
    const own = fabric.connections
      .filter(({ ends }) => ends[0]?.gpu === gpu)
      .flatMap(({ ends }) => ends[0]?.links ?? [])
    const cells = portsOf(fabric).map((port): MatrixCell => {
      const found = byKey.get(`${gpu}:${port}`)
      return found === undefined ? { id: `${gpu}:${port}`, kind: 'none', text: UNKNOWN } : portCell(found, locale)
    })
    const sum = sumOfAll(own.filter(({ up }) => up !== false).map(bothWays))
    return { gpu, cells, sum: trafficText(sum, locale) }
  })
}
