import { describe, expect, it } from 'vitest'
import { parseTopology } from '@/api/topology'
import { aTopology } from '@/testing/topology'
import { connectionsOf, fabricOf, kindOf, listOf, nodesOf } from './topology'
import { topologySummary } from './topology-summary'

const names = (topology: ReturnType<typeof aTopology>) =>
  nodesOf(topology, connectionsOf(topology)).map(({ numaNode, cpus, switches }) => [
    numaNode,
    cpus,
    switches.map((devices) => devices.map(({ name }) => name).join(' ')),
  ])

describe('the NUMA nodes of a machine', () => {
  it('have their GPUs and adapters, those behind one switch together', () => {
    expect(names(aTopology(4, 18))).toEqual([
      [0, '0-31,64-95', ['GPU0 mlx5_0', 'GPU1 mlx5_1']],
      [1, '32-63', ['GPU2 mlx5_2', 'GPU3 mlx5_3']],
    ])
  })

  it('are not made up where they are not known', () => {
    const topology = aTopology(2, null)
    const unknown = topology.gpus.map((gpu) => ({ ...gpu, numaNode: null, cpuAffinity: null }))
    expect(names({ ...topology, gpus: unknown, nics: [] })).toEqual([[null, '', ['GPU0', 'GPU1']]])
  })

  it('join the devices of one switch in any order', () => {
    const topology = aTopology(2, null, { nics: [{ name: 'mlx5_0', pciBusId: '', numaNode: 0 }] })
    const gpus = topology.gpus.map((gpu) => ({ ...gpu, numaNode: 0 }))
    const links = topology.links.map((link) => (link.b === 'mlx5_0' ? { ...link, word: 'PIX' } : link))
    expect(names({ ...topology, gpus, links })).toEqual([[0, '', ['GPU0 GPU1 mlx5_0']]])
  })
})

describe('NVLink between the GPUs', () => {
  const fabric = (topology: ReturnType<typeof aTopology>, own: number | null) =>
    fabricOf(topology, connectionsOf(topology), 0, own)

  it('leads through switches only where each connection has all links of the GPU', () => {
    expect(fabric(aTopology(4, 18), 18)).toEqual({ peers: 3, others: 3, switched: 18 })
    expect(fabric(aTopology(4, 4), 12)).toEqual({ peers: 3, others: 3, switched: null })
    expect(fabric(aTopology(4, 18), null)).toEqual({ peers: 3, others: 3, switched: null })
    expect(fabric(aTopology(2, 4), 4)).toEqual({ peers: 1, others: 1, switched: null })
  })

  it('is none where no connection has NVLinks', () => {
    expect(fabric(aTopology(4, null), null)).toBeNull()
  })
})

it('lists the connections of a GPU, the nearest first', () => {
  const topology = aTopology(4, 18)
  const list = listOf(topology, connectionsOf(topology), 1)
  expect(list.map(({ word, devices }) => [word, devices.map(({ name }) => name).join()])).toEqual([
    ['NV18', 'GPU0,GPU2,GPU3'],
    ['PIX', 'mlx5_1'],
    ['NODE', 'mlx5_0'],
    ['SYS', 'mlx5_2,mlx5_3'],
  ])
})

it('a word of a newer server has no kind', () => {
  expect(['NV12', 'PXB', 'C2C', null].map(kindOf)).toEqual(['NV', 'PXB', null, null])
})

it('a response without its lists is not one', () => {
  const { gpus, ...rest } = aTopology(2, 18)
  expect(parseTopology(rest)).toBeNull()
  expect(parseTopology({ gpus, ...rest })).toEqual({ gpus, ...rest })
})

describe('the summary of the topology', () => {
  it('does not mention NVLink for a GPU that has none among others that do', () => {
    const topology = aTopology(3, 18)
    const links = topology.links.map((link) =>
      link.a === 'GPU0' && link.nvlinks !== null ? { ...link, word: 'SYS', nvlinks: null } : link,
    )
    const keys: string[] = []
    topologySummary({ ...topology, links }, 0, ((key: string) => {
      keys.push(key)
      return key
    }) as never)

    expect(keys).toContain('topology.node')
    expect(keys.filter((key) => key.endsWith('Gpus'))).toEqual([])
  })
})
