import { LINK_ERROR_RATIO } from '@/api/links'
import type { Insight, MetricKey, Topology } from '@/api/types'
import type { LinkHealth } from './link-health'
import type { LinkMatrixRow, LinkShare } from './nvlink'

/** A link of a GPU, as far as it is known. */
export interface EndLink {
  link: number
  /** `GPU1`, `NVSwitch`, or null if the other end is not known. */
  peer: string | null
  share: LinkShare | null
  health: LinkHealth | null
  /** Whether it is up; null if that is not known. */
  up: boolean | null
  /** It is down, and it was up or other links of its GPU are. */
  failed: boolean
  /** Errors since the driver was loaded; null if no counter is reported. */
  errors: number | null
  /** Errors in 24 h, which only the insight about a link has. */
  lately: number | null
}

export interface End {
  gpu: number
  links: EndLink[]
}

export type Severity = 'crit' | 'warn'

/** Two GPUs with NVLinks between them, or one port of a GPU to a switch. */
export interface Connection {
  key: string
  /** Two of a pair, one of a port. */
  ends: End[]
  /** Links that are up, of all; null if that is not known. */
  up: number | null
  all: number
  failed: number
  errors: number | null
  lately: number | null
  severity: Severity | null
}

export interface Fabric {
  /** Pairs where links lead to other GPUs, else ports. */
  kind: 'pairs' | 'ports'
  /** Whether ports lead to a switch; else it is not known where they lead. */
  switched: boolean
  gpus: number[]
  connections: Connection[]
  /** Links of pairs that are down and whose other end is not known. */
  unplaced: { gpu: number; link: number }[]
}

const DAY_SECONDS = 86_400
const CRITICAL_A_DAY = 1000
/** Healthy links have such errors too, so that a count only matters if it differs from those of the others. */
const FREQUENT: readonly MetricKey[] = ['link.nvlink.errors.symbol', 'link.nvlink.errors.effective']
const SWITCH = 'NVSwitch'

/** Errors of 24 h by link (`linkKey`), of links with an insight. */
export function errorsOfDay(insights: readonly Insight[]): ReadonlyMap<string, number> {
  const found = insights.flatMap(({ rule, id, gpus: [gpu], evidence }): [string, number][] => {
    const day = evidence.find(({ metric, windowSeconds }) => metric !== null && windowSeconds === DAY_SECONDS)
    return rule !== 'ailing-link' || gpu === undefined || day === undefined
      ? []
      : [[`${gpu.uuid} ${id.split('/').at(-1) ?? ''}`, day.value]]
  })
  return new Map(found)
}

export interface Facts {
  topology: Pick<Topology, 'gpus'> | null
  /** Traffic. */
  rows: readonly LinkMatrixRow[]
  health: readonly LinkHealth[]
  ofDay: ReadonlyMap<string, number>
}

/** The ends of the links of the machine. */
export function fabricOf(facts: Facts): Fabric {
  const ends = endsOf(facts)
  const peers = ends.flatMap(({ links }) => links.map(({ peer }) => peer))
  const switched = peers.includes(SWITCH)
  const kind = !switched && peers.some((peer) => peer?.startsWith('GPU') === true) ? 'pairs' : 'ports'
  const connections = kind === 'pairs' ? pairsOf(ends) : ends.flatMap(portsOf)
  const unplaced = ends.flatMap(({ gpu, links }) =>
    links.filter(({ failed, peer }) => kind === 'pairs' && failed && peer === null).map(({ link }) => ({ gpu, link })),
  )
  return { kind, switched, gpus: ends.map(({ gpu }) => gpu), connections, unplaced }
}

function endsOf({ topology, rows, health, ofDay }: Facts): End[] {
  const nodes = topology?.gpus ?? []
  const known = [...nodes, ...rows, ...health.map(({ gpu }) => gpu)].map(({ index }) => index)
  return [...new Set(known)]
    .sort((a, b) => a - b)
    .map((gpu) => {
      const peers = new Map(
        nodes.find(({ index }) => index === gpu)?.nvlinks.map(({ link, peer }) => [link, peer] as const),
      )
      const shares = new Map(rows.find(({ index }) => index === gpu)?.links.map((each) => [each.link, each] as const))
      const faults = new Map(health.filter((each) => each.gpu.index === gpu).map((each) => [each.link, each] as const))
      const isUp = (link: number) => {
        const share = shares.get(link)
        const isDown = share?.down ?? faults.get(link)?.down
        return isDown === true ? false : share?.up === true ? true : null
      }
      const numbers = [...new Set([...peers.keys(), ...shares.keys(), ...faults.keys()])].sort((a, b) => a - b)
      const anyUp = numbers.some((link) => isUp(link) === true)
      const links = numbers.map((link): EndLink => {
        const fault = faults.get(link) ?? null
        const up = isUp(link)
        return {
          ...{ link, peer: peers.get(link) ?? null, share: shares.get(link) ?? null, health: fault, up },
          failed: up === false && (anyUp || peers.has(link)),
          errors: fault === null ? null : errorsOf(fault),
          lately: fault === null ? null : (ofDay.get(fault.key) ?? null),
        }
      })
      return { gpu, links }
    })
}

/** The greatest counter: one error may be in several of them. */
function errorsOf({ cells }: LinkHealth): number | null {
  const counters = cells.filter(({ metric, value }) => metric !== LINK_ERROR_RATIO && value !== null)
  const counts = counters.filter(({ metric, outlying }) => outlying || !FREQUENT.includes(metric))
  return counters.length === 0 ? null : Math.max(0, ...counts.map(({ value }) => value ?? 0))
}

function pairsOf(ends: readonly End[]): Connection[] {
  const linksTo = ({ links }: End, gpu: number) => links.filter(({ peer }) => peer === `GPU${gpu}`)
  return ends.flatMap((end, place) =>
    ends.slice(place + 1).flatMap((other) => {
      const both = [
        { gpu: end.gpu, links: linksTo(end, other.gpu) },
        { gpu: other.gpu, links: linksTo(other, end.gpu) },
      ]
      return both.every(({ links }) => links.length === 0) ? [] : [connectionOf(`${end.gpu}-${other.gpu}`, both)]
    }),
  )
}

function portsOf({ gpu, links }: End): Connection[] {
  return links.map((link) => connectionOf(`${gpu}:${link.link}`, [{ gpu, links: [link] }]))
}

function connectionOf(key: string, ends: End[]): Connection {
  const links = ends.flatMap((end) => end.links)
  const all = Math.max(...ends.map((end) => end.links.length))
  // A link is as up as the end that knows it; a GPU that is lost knows nothing.
  const known = ends.filter((end) => end.links.length === all && end.links.every(({ up }) => up !== null))
  const ups = known.map((end) => end.links.filter(({ up }) => up === true).length)
  const downs = ends.map((end) => end.links.filter(({ failed }) => failed).length)
  const errors = sumOfKnown(links.map((link) => link.errors))
  const lately = sumOfKnown(links.map((link) => link.lately))
  const failed = Math.max(...downs)
  const isCritical = failed > 0 || (lately ?? 0) >= CRITICAL_A_DAY
  const isWarning = (errors ?? 0) > 0 || (lately ?? 0) > 0 || links.some(({ health }) => health?.outlying === true)
  return {
    ...{ key, ends, all, failed, errors, lately },
    up: ups.length === 0 ? null : Math.min(...ups),
    severity: isCritical ? 'crit' : isWarning ? 'warn' : null,
  }
}

/** The sum of the known numbers; null if none is known. */
function sumOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((each) => each !== null)
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0)
}

/** Connections with errors or a link that is down, the worst first. */
export function worstOf(connections: readonly Connection[]): Connection[] {
  const weight = ({ severity, lately, errors }: Connection) => [severity === 'crit' ? 1 : 0, lately ?? -1, errors ?? 0]
  return connections
    .filter(({ severity }) => severity !== null)
    .map((each) => ({ each, order: weight(each) }))
    .sort((a, b) => a.order.reduce((found, own, i) => (found === 0 ? (b.order[i] ?? 0) - own : found), 0))
    .map(({ each }) => each)
}

/** Bytes per second from a GPU over the connection, and the most that its links carry; null where that is unknown. */
export function sentBy(gpu: number, { ends }: Connection): { rate: number | null; most: number | null } {
  const rates = (sends: boolean) =>
    ends
      .filter((end) => (end.gpu === gpu) === sends)
      .flatMap(({ links }) => links.filter(({ failed }) => !failed))
      .map(({ share }) => (sends ? share?.tx : share?.rx) ?? null)
  const most = ends.find((end) => end.gpu === gpu)?.links.map(({ share }) => share?.most ?? null) ?? []
  return { rate: sumOfAll(rates(true)) ?? sumOfAll(rates(false)), most: sumOfAll(most) }
}

/** The sum, if all are known and there are any. */
export function sumOfAll(values: readonly (number | null)[]): number | null {
  return values.length === 0 || values.includes(null) ? null : sumOfKnown(values)
}

/** Bytes per second in both directions over a link. */
export function bothWays({ share, failed }: EndLink): number | null {
  return failed ? null : sumOfAll([share?.tx ?? null, share?.rx ?? null])
}

/** Where the errors of a connection come from. */
export type Diagnosis =
  | { name: 'uncounted' | 'none' | 'bothEnds' | 'portOfSwitch' | 'portOfGpu' | 'portAlone' }
  | { name: 'oneEnd' | 'otherUnknown'; at: number; from: number }

export function diagnose({ kind, connections }: Fabric, { ends, severity }: Connection): Diagnosis {
  const sums = ends.map(({ gpu, links }) => ({ gpu, errors: sumOfKnown(links.map((link) => link.errors)) }))
  if (sums.every(({ errors }) => errors === null)) return { name: 'uncounted' }
  const [at, second] = sums.filter(({ errors }) => (errors ?? 0) > 0)
  if (at === undefined) return { name: 'none' }
  if (kind === 'ports') return { name: severity === null ? 'none' : portDiagnosis(connections, ends) }
  const from = sums.find(({ gpu }) => gpu !== at.gpu)
  if (second !== undefined || from === undefined) return { name: 'bothEnds' }
  return { name: from.errors === null ? 'otherUnknown' : 'oneEnd', at: at.gpu, from: from.gpu }
}

/** Errors in one column of several GPUs mean the switch; those in one row mean the GPU. */
function portDiagnosis(connections: readonly Connection[], [own]: readonly End[]) {
  const bad = connections.filter(({ errors }) => (errors ?? 0) > 0).flatMap(({ ends }) => ends)
  const isSamePort = ({ links }: End) => links[0]?.link === own?.links[0]?.link
  if (bad.filter(isSamePort).length > 1) return 'portOfSwitch'
  return bad.filter(({ gpu }) => gpu === own?.gpu).length > 1 ? 'portOfGpu' : 'portAlone'
}
