import type { Gpu, Topology } from '@/api/types'
import { ok, type ApiHandler } from './api'
import { at, snapshot } from './machine'
import { aTopology } from './topology'

const GB = 1e9
const uuidOf = (index: number) => `GPU-de300000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`

/** Values of a link that differ: `{ '0/1': { 'link.nvlink.state': 0 } }` is link 1 of GPU 0. */
export type LinkChanges = Record<string, Gpu['values']>

/** A test server of GPUs whose links lead to each other, or to a switch. */
export class PairServer {
  changes: LinkChanges = {}
  /** GPUs that answer nothing. */
  lost: readonly number[] = []
  /** Why no link has traffic. */
  silent: 'NOT_SUPPORTED' | null = null
  /** The number of errors in 24 h of links with an insight, by `gpu/link`. */
  ofDay: Record<string, number> = {}

  /** @param peers the other end of each link, by GPU */
  constructor(readonly peers: readonly (readonly (string | null)[])[]) {}

  /** A pair of GPUs is named once for each of its links. */
  static direct(gpus: number, ...pairs: readonly (readonly [number, number])[]): PairServer {
    const peers = Array.from({ length: gpus }, (_, gpu) =>
      pairs.flatMap(([a, b]) => (a === gpu ? [`GPU${b}`] : b === gpu ? [`GPU${a}`] : [])),
    )
    return new PairServer(peers)
  }

  static switched(gpus: number, ports: number): PairServer {
    return new PairServer(Array.from({ length: gpus }, () => Array.from({ length: ports }, () => 'NVSwitch')))
  }

  readonly handle: ApiHandler = ({ path, query }) => {
    if (path === 'topology') return ok(this.topology())
    if (path === 'insights') return ok({ insights: Object.entries(this.ofDay).map(insight), checks: [] })
    if (path !== 'snapshot' || !(query.get('metrics') ?? '').startsWith('link.')) return null
    const base = snapshot(0, { gpus: this.peers.length })
    return ok({ ...base, gpus: base.gpus.map((gpu, index) => ({ ...gpu, links: this.links(index) })) })
  }

  private topology(): Topology {
    const whole = aTopology(this.peers.length, null)
    const gpus = whole.gpus.map((gpu, index) => ({
      ...gpu,
      uuid: uuidOf(index),
      nvlinks: (this.peers[index] ?? []).flatMap((peer, link) => (peer === null ? [] : [{ link, peer }])),
    }))
    return { ...whole, gpus }
  }

  private links(gpu: number): Gpu['links'] {
    if (this.lost.includes(gpu)) return []
    const traffic = this.silent === null ? { 'link.nvlink.rx': 2 * GB, 'link.nvlink.tx': 5 * GB } : {}
    const absent = this.silent === null ? {} : { 'link.nvlink.rx': this.silent, 'link.nvlink.tx': this.silent }
    const counters = { 'link.nvlink.errors.crc': 0, 'link.nvlink.errors.replay': 0, 'link.nvlink.errors.recovery': 0 }
    return (this.peers[gpu] ?? []).map((_, link) => ({
      ...{ link, facts: {}, absent },
      values: {
        ...{ 'link.nvlink.state': 1, 'link.nvlink.bandwidth.max': 25 * GB, ...traffic, ...counters },
        ...this.changes[`${gpu}/${link}`],
      },
    }))
  }
}

function insight([place, value]: [string, number]) {
  const [gpu = '', link = ''] = place.split('/')
  const uuid = uuidOf(Number(gpu))
  const evidence = (windowSeconds: number | null, count: number) => ({
    ...{ metric: 'link.nvlink.errors.crc', name: 'in the window', value: count, unit: 'NONE', windowSeconds },
    ...{ threshold: null, gpu: uuid, translations: {} },
  })
  return {
    ...{ id: `ailing-link/${uuid}/${link}`, rule: 'ailing-link', severity: 'warning', state: 'active', since: at(0) },
    ...{ gpus: [{ index: Number(gpu), uuid }], sentence: 'A link has errors.', short: 'A link has errors' },
    ...{ evidence: [evidence(600, 1), evidence(86_400, value), evidence(null, 9e9)], translations: {} },
  }
}
