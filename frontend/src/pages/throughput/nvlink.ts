import type { AbsenceReason, Gpu, Snapshot } from '@/api/types'
import { gpuKey } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'
import type { MetricAttributes } from '@/store/metric-attributes'
import { limitOf } from '@/store/limits'
import type { Moment } from '@/store/readings'
import type { Capacity } from './throughput'

/** The NVLinks of one GPU together. */
export interface NvlinkLinks extends Capacity {
  up: number | null
  all: number | null
  down: number
  /** Why their bandwidth is absent. */
  quality: Quality
  reason: AbsenceReason | undefined
  about: MetricAttributes
}

export function nvlinkLinks(moment: Moment, gpu: Gpu): NvlinkLinks {
  const up = limitOf(moment, gpu, 'nvlink.links.up').value
  const all = limitOf(moment, gpu, 'nvlink.links').value
  const bandwidth = limitOf(moment, gpu, 'nvlink.bandwidth.max')
  const down = up !== null && all !== null ? Math.max(0, all - up) : 0
  // The driver reports the bandwidth of the links that are up; the others have the same bandwidth each.
  const { value: reachable, ...why } = bandwidth
  const share = up === null ? 1 : up / (up + down)
  return { up, all, down, most: reachable === null || up === 0 ? null : reachable / share, reachable, ...why }
}

/** The utilization of a link. */
export interface LinkShare {
  link: number
  /** Of the bandwidth in both directions; null if it is unknown. */
  percent: number | null
  /** Bytes per second that the GPU receives and sends, and the most each way; null if they are unknown. */
  rx: number | null
  tx: number | null
  most: number | null
  up: boolean
  down: boolean
  quality: Quality
  reason: AbsenceReason | undefined
}

export interface LinkMatrixRow {
  key: string
  index: number
  links: LinkShare[]
}

const WAYS = ['link.nvlink.rx', 'link.nvlink.tx'] as const
type Link = Gpu['links'][number]

/** Computes the mean between the oldest and the newest response; a single one has only current rates. */
export function linkMatrix(answers: readonly Snapshot[]): { rows: LinkMatrixRow[]; spanMillis: number } {
  const newest = answers.at(-1)
  const oldest = answers[0]
  if (newest === undefined || oldest === undefined) return { rows: [], spanMillis: 0 }
  const before = new Map(oldest.gpus.map((gpu) => [gpuKey(gpu), gpu]))
  const rows = newest.gpus.map((gpu) => {
    const earlier = before.get(gpuKey(gpu))
    const seconds = earlier === undefined ? 0 : (sampled(gpu) - sampled(earlier)) / 1000
    const links = gpu.links.map((link) =>
      linkShare(
        link,
        earlier?.links.find((each) => each.link === link.link),
        seconds,
      ),
    )
    return { key: gpuKey(gpu), index: gpu.index, links }
  })
  return { rows, spanMillis: Date.parse(newest.takenAt) - Date.parse(oldest.takenAt) }
}

function linkShare(link: Link, before: Link | undefined, seconds: number): LinkShare {
  const { values, absent } = link
  const down = values['link.nvlink.state'] === 0
  const capacity = values['link.nvlink.bandwidth.max']
  const rates = WAYS.map((way) => rateBetween(way, link, before, seconds) ?? values[way])
  const sum = rates.reduce<number>((all, rate) => all + (rate ?? NaN), 0)
  const percent = capacity === undefined || capacity <= 0 || Number.isNaN(sum) ? null : (sum / (2 * capacity)) * 100
  const needed = [...WAYS, 'link.nvlink.bandwidth.max'] as const
  const reason = needed.map((key) => absent[key]).find((each) => each !== undefined)
  const quality = percent === null ? absentQuality(reason) : 'ok'
  const [rx = null, tx = null] = rates
  const up = values['link.nvlink.state'] === 1
  return {
    ...{ link: link.link, percent: down ? null : percent, rx, tx, most: capacity ?? null },
    ...{ up, down, quality, reason },
  }
}

/** Returns bytes per second between two readings of a counter; null if the counter was reset. */
function rateBetween(way: (typeof WAYS)[number], link: Link, before: Link | undefined, seconds: number): number | null {
  const now = link.values[`${way}.total`]
  const then = before?.values[`${way}.total`]
  if (now === undefined || then === undefined || seconds <= 0 || now < then) return null
  return (now - then) / seconds
}

function sampled(gpu: Gpu): number {
  return gpu.sampledAt === null ? NaN : Date.parse(gpu.sampledAt)
}
