import { LINK_ERROR_RATIO, LINK_FAULTS } from '@/api/links'
import { gpuKey } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'
import type { AbsenceReason, Gpu, MetricKey } from '@/api/types'

/** The ratio of uncorrected bit errors above which DCGM reports a link. */
export const POOR_RATIO = 1e-12
/** A count above this multiple of the median is not chance. */
const OUTLYING_TIMES = 10

/** Metrics with a column if a link reports them; the others have one only with a count above 0. */
const COLUMNS: readonly MetricKey[] = [
  'link.nvlink.recovery.total',
  'link.nvlink.recovery.successful',
  'link.nvlink.recovery.failed',
  'link.nvlink.errors.effective',
  LINK_ERROR_RATIO,
  'link.nvlink.errors.symbol',
  'link.nvlink.errors.replay',
  'link.nvlink.errors.recovery',
  'link.nvlink.errors.crc',
]
const RARE: readonly MetricKey[] = LINK_FAULTS.filter((metric) => !COLUMNS.includes(metric))

type Link = Gpu['links'][number]

export interface HealthCell {
  metric: MetricKey
  value: number | null
  quality: Quality
  reason: AbsenceReason | undefined
  /** Whether it differs from the other links. */
  outlying: boolean
  /** The median of the other links; null if no other link reports it. */
  usual: number | null
  /** The link is up and has measured no bit error. */
  faultless: boolean
}

export interface LinkHealth {
  /** Of the link among all links. */
  key: string
  gpu: Pick<Gpu, 'uuid' | 'index'>
  link: number
  down: boolean
  cells: HealthCell[]
  outlying: boolean
}

export interface LinksHealth {
  columns: MetricKey[]
  links: LinkHealth[]
}

export function linkKey(gpu: Pick<Gpu, 'uuid' | 'index'>, link: number): string {
  return `${gpuKey(gpu)} ${link}`
}

/** Whether a count differs from the usual one: it is above 0 where that is 0, or a multiple of it. */
export function isOutlying(count: number, usual: number | null): boolean {
  if (usual === null) return false
  return usual === 0 ? count > 0 : count > OUTLYING_TIMES * usual
}

/** Returns the median of sorted numbers without one of them; null if there is no other. */
export function medianOfOthers(sorted: readonly number[], own: number): number | null {
  const others = sorted.length - 1
  if (others < 1) return null
  const place = sorted.indexOf(own)
  const other = (at: number) => sorted[at < place ? at : at + 1] ?? 0
  const middle = Math.floor(others / 2)
  return others % 2 === 1 ? other(middle) : (other(middle - 1) + other(middle)) / 2
}

/** Returns the counts of all links, and which links differ from the others of the machine. */
export function linksHealth(gpus: readonly Pick<Gpu, 'uuid' | 'index' | 'links'>[]): LinksHealth {
  const all = gpus.flatMap((gpu) => gpu.links)
  const columns = columnsOf(all)
  const sorted = new Map(columns.map((metric) => [metric, numbers(all, metric).sort((a, b) => a - b)]))
  const links = gpus.flatMap((gpu) =>
    gpu.links.map((link) => {
      const cells = columns.map((metric) => cellOf(link, metric, sorted.get(metric) ?? []))
      const outlying = cells.some((cell) => cell.outlying)
      const { uuid, index } = gpu
      return {
        key: linkKey(gpu, link.link),
        gpu: { uuid, index },
        link: link.link,
        down: isDown(link),
        cells,
        outlying,
      }
    }),
  )
  return { columns, links }
}

function columnsOf(links: readonly Link[]): MetricKey[] {
  const isNewer = numbers(links, 'link.nvlink.recovery.total').length > 0
  const isReported = (metric: MetricKey) =>
    numbers(links, metric).length > 0 || (isNewer && metric === LINK_ERROR_RATIO)
  const hasCount = (metric: MetricKey) => numbers(links, metric).some((count) => count > 0)
  return [...COLUMNS.filter(isReported), ...RARE.filter(hasCount)]
}

function numbers(links: readonly Link[], metric: MetricKey): number[] {
  return links.flatMap(({ values }) => values[metric] ?? [])
}

function cellOf(link: Link, metric: MetricKey, sorted: readonly number[]): HealthCell {
  const value = link.values[metric] ?? null
  const reason = link.absent[metric]
  const isRatio = metric === LINK_ERROR_RATIO
  const usual = value === null || isRatio ? null : medianOfOthers(sorted, value)
  return {
    metric,
    value,
    quality: value === null ? absentQuality(reason) : 'ok',
    reason,
    outlying: value !== null && (isRatio ? value > POOR_RATIO : isOutlying(value, usual)),
    usual,
    faultless: isRatio && reason === 'NO_DATA' && link.values['link.nvlink.state'] === 1,
  }
}

function isDown(link: Link): boolean {
  return link.values['link.nvlink.state'] === 0
}

/** Whether a link has errors, or is down while others of its GPU are up. */
export function hasTrouble({ links }: LinksHealth): boolean {
  const isUp = ({ gpu }: LinkHealth) => links.some((each) => each.gpu.index === gpu.index && !each.down)
  return links.some((link) => link.outlying || (link.down && isUp(link)))
}
