import type { Topology, TopologyGpu, TopologyLink, TopologyNic } from '@/api/types'

/** Kinds of connections, the nearest first. */
export const KINDS = ['NV', 'PIX', 'PXB', 'PHB', 'NODE', 'SYS'] as const
export type Kind = (typeof KINDS)[number]

/** A GPU or a network adapter, by its name in links. */
export interface Device {
  name: string
  numaNode: number | null
  /** Index of the GPU; null for an adapter. */
  gpu: number | null
}

/** The devices of a NUMA node, or of none that is known; those behind one PCIe switch are together. */
export interface Node {
  numaNode: number | null
  /** The processors near its GPUs, as ranges; empty where they differ or are not known. */
  cpus: string
  switches: Device[][]
}

/** Connections of two devices, in either order. */
export interface Connections {
  of: (a: string, b: string) => TopologyLink | null
}

export const gpuName = (index: number): string => `GPU${index}`

export function kindOf(word: string | null): Kind | null {
  return KINDS.find((kind) => (kind === 'NV' ? word?.startsWith('NV') : word === kind)) ?? null
}

export function connectionsOf({ links }: Pick<Topology, 'links'>): Connections {
  const byPair = new Map(
    links.flatMap((link) => [`${link.a} ${link.b}`, `${link.b} ${link.a}`].map((key) => [key, link])),
  )
  return { of: (a, b) => byPair.get(`${a} ${b}`) ?? null }
}

export function devicesOf({ gpus, nics }: Pick<Topology, 'gpus' | 'nics'>): Device[] {
  return [...gpus.map(gpuDevice), ...nics.map(nicDevice)]
}

function gpuDevice({ index, numaNode }: TopologyGpu): Device {
  return { name: gpuName(index), numaNode, gpu: index }
}

function nicDevice({ name, numaNode }: TopologyNic): Device {
  return { name, numaNode, gpu: null }
}

/** The NUMA nodes with their devices; the devices without a known one are last. */
export function nodesOf(topology: Topology, connections: Connections): Node[] {
  const devices = devicesOf(topology)
  const numbers = [...new Set(devices.map(({ numaNode }) => numaNode))].sort(
    (a, b) => (a ?? Infinity) - (b ?? Infinity),
  )
  return numbers.map((numaNode) => {
    const own = devices.filter((device) => device.numaNode === numaNode)
    const affinities = new Set(
      topology.gpus.filter((gpu) => gpu.numaNode === numaNode).map(({ cpuAffinity }) => cpuAffinity),
    )
    const [cpus] = affinities
    return { numaNode, cpus: affinities.size === 1 ? (cpus ?? '') : '', switches: switchesOf(own, connections) }
  })
}

/** Devices with at most one PCIe bridge between them are behind the same switch. */
function switchesOf(devices: readonly Device[], { of }: Connections): Device[][] {
  const groups: Device[][] = []
  for (const device of devices) {
    const joined = groups.filter((group) => group.some((each) => of(each.name, device.name)?.word === 'PIX'))
    const [first] = joined
    if (first === undefined) {
      groups.push([device])
      continue
    }
    first.push(...joined.slice(1).flat(), device)
    for (const other of joined.slice(1)) groups.splice(groups.indexOf(other), 1)
  }
  return groups
}

/** Kinds that occur, with their words. */
export function legendOf({ links }: Pick<Topology, 'links'>): { kind: Kind; word: string; nvlinks: number }[] {
  const words = new Map(links.flatMap(({ word, nvlinks }) => (word === null ? [] : [[word, nvlinks ?? 0] as const])))
  const all = [...words].flatMap(([word, nvlinks]) => {
    const kind = kindOf(word)
    return kind === null ? [] : [{ kind, word, nvlinks }]
  })
  return all.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.nvlinks - a.nvlinks)
}

/** The other devices by the word of their connection with a GPU, the nearest first. */
export function listOf(topology: Topology, connections: Connections, index: number) {
  const devices = devicesOf(topology)
  return legendOf(topology).flatMap((entry) => {
    const names = devices.filter(({ name }) => connections.of(gpuName(index), name)?.word === entry.word)
    return names.length === 0 ? [] : [{ ...entry, devices: names }]
  })
}

/** NVLinks between the GPUs. */
export interface Fabric {
  /** Number of GPUs with NVLinks to this one, of all others. */
  peers: number
  others: number
  /** Number of links of a GPU if all of them lead to every other one, through switches; else null. */
  switched: number | null
}

/** NVLinks between this GPU and the others; null without any between GPUs. `own` is the number of links of the GPU. */
export function fabricOf(
  topology: Topology,
  connections: Connections,
  index: number,
  own: number | null,
): Fabric | null {
  if (topology.links.every(({ nvlinks }) => nvlinks === null)) return null
  const others = topology.gpus.filter((gpu) => gpu.index !== index)
  const counts = others.flatMap((gpu) => connections.of(gpuName(index), gpuName(gpu.index))?.nvlinks ?? [])
  const sum = counts.reduce((total, each) => total + each, 0)
  // Cables to each of several GPUs share the links of a GPU; through a switch each connection has all of them.
  return {
    peers: counts.length,
    others: others.length,
    switched: own !== null && counts.length > 1 && sum > own ? own : null,
  }
}
