import type { Topology } from '@/api/types'
import { listNames } from '@/format/list'
import type { Translate } from '@/i18n/words'
import { connectionsOf, fabricOf, gpuName } from './topology'

/** The place of a GPU in one line. */
export function topologySummary(topology: Topology, index: number, t: Translate): string[] {
  const gpu = topology.gpus.find((each) => each.index === index)
  if (!topology.available || gpu === undefined) return [t('topology.unknown')]
  const connections = connectionsOf(topology)
  const fabric = fabricOf(topology, connections, index, null)
  const names = listNames(gpu.nearestNics)
  const isSwitched = gpu.nearestNics.every((name) => connections.of(gpuName(index), name)?.word === 'PIX')
  const near = names === '' ? null : t(isSwitched ? 'topology.sameSwitch' : 'topology.near', { names })
  return [
    gpu.numaNode === null ? null : t('topology.node', { n: gpu.numaNode }),
    gpu.cpuAffinity === null ? null : t('topology.cpus', { cpus: ranges(gpu.cpuAffinity) }),
    near,
    fabric === null || fabric.peers === 0 ? null : nvlinkText(fabric, t),
  ].filter((each) => each !== null)
}

function nvlinkText({ peers, others }: { peers: number; others: number }, t: Translate): string {
  if (peers === others) return t('topology.allGpus', { n: peers }, peers)
  return t('topology.someGpus', { n: peers, all: others })
}

/** Ranges of processors as people write them. */
export function ranges(cpus: string): string {
  return cpus.replaceAll('-', '–').replaceAll(',', ', ')
}
