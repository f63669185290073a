import { LINK_ERROR_RATIO, LINK_FAULTS } from '@/api/links'
import { gpuKey } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'
import type { AbsenceReason, Gpu, MetricKey } from '@/api/types'

/** From here on DCGM calls the bit errors of a link that error correction did not mend too many. */
export const POOR_RATIO = 1e-12
/** So many times the median of the others is more than chance. */
const OUTLYING_TIMES = 10

/** What is always a column where a link tells it; the others are one once a link has counted something. */
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
  /** It differs from the other links. */
  outlying: boolean
  /** What is usual among the other links; null where there is no other that tells it. */
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

/** Whether a count differs from those of its peers: it is some where they have none, or many times what they have. */
export function isOutlying(count: number, usual: number | null): boolean {
  if (usual === null) return false
  return usual === 0 ? count > 0 : count > OUTLYING_TIMES * usual
}

/** The median of sorted numbers without one of them; null when there is no other. */
export function medianOfOthers(sorted: readonly number[], own: number): number | null {
  const others = sorted.length - 1
  if (others < 1) return null
  const place = sorted.indexOf(own)
  const other = (at: number) => sorted[at < place ? at : at + 1] ?? 0
  const middle = Math.floor(others / 2)
  return others % 2 === 1 ? other(middle) : (other(middle - 1) + other(middle)) / 2
}

/** What all links have counted, and which of them differ from all others of the machine. */
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
  const told = (metric: MetricKey) => numbers(links, metric).length > 0 || (isNewer && metric === LINK_ERROR_RATIO)
  const counted = (metric: MetricKey) => numbers(links, metric).some((count) => count > 0)
  return [...COLUMNS.filter(told), ...RARE.filter(counted)]
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
