import type { Topology } from '@/api/types'
import { ok, type ApiHandler } from './api'
import { uuid } from './past'

const link = (a: string, b: string, word: string | null): Topology['links'][number] => ({
  ...{ a, b, word, absent: word === null ? ('NO_DATA' as const) : null },
  nvlinks: word?.startsWith('NV') === true ? Number(word.slice(2)) : null,
})

/** A machine of two NUMA nodes with as many GPUs, each with an adapter behind its own switch. */
export function aTopology(count: number, nvlinks: number | null, changes: Partial<Topology> = {}): Topology {
  const indexes = Array.from({ length: count }, (_, i) => i)
  const node = (index: number) => Math.floor((2 * index) / count)
  const far = (a: number, b: number) => (node(a) === node(b) ? 'NODE' : 'SYS')
  return {
    ...{ available: true, reason: null, simulated: false, readAt: null, nicsReason: null },
    gpus: indexes.map((index) => ({
      ...{ index, uuid: uuid(index), pciBusId: `00000000:${index + 10}:00.0`, numaNode: node(index) },
      ...{
        cpuAffinity: node(index) === 0 ? '0-31,64-95' : '32-63',
        nearestNics: [`mlx5_${index}`],
        nvlinks: [],
        absent: {},
      },
    })),
    nics: indexes.map((i) => ({ name: `mlx5_${i}`, pciBusId: `00000000:${i + 10}:01.0`, numaNode: node(i) })),
    links: [
      ...indexes.flatMap((a) =>
        indexes.slice(a + 1).map((b) => link(`GPU${a}`, `GPU${b}`, nvlinks === null ? far(a, b) : `NV${nvlinks}`)),
      ),
      ...indexes.flatMap((a) => indexes.map((b) => link(`GPU${a}`, `mlx5_${b}`, a === b ? 'PIX' : far(a, b)))),
    ],
    ...changes,
  }
}

export function topologyApi(topology: Topology): ApiHandler {
  return ({ path }) => (path === 'topology' ? ok(topology) : null)
}
