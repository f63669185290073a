import { shallowRef, type ShallowRef } from 'vue'
import { isRead } from '@/api/states'
import { fetchTopology } from '@/api/topology'
import type { Gpu, Topology } from '@/api/types'
import { usePolling } from './polling'

/** The server reads it soon after its start, again when a GPU was attached, and where the driver did not answer. */
const RETRY_MILLIS = 10_000

export interface KnownTopology {
  topology: Readonly<ShallowRef<Topology | null>>
  problem: Readonly<ShallowRef<string | null>>
}

/** The topology of the machine, requested until it is known for all of these GPUs. */
export function useTopology(gpus: () => readonly Gpu[]): KnownTopology {
  const topology = shallowRef<Topology | null>(null)
  const { problem } = usePolling({
    key: () => 'topology',
    request: (_, signal) => fetchTopology(signal),
    everyMillis: RETRY_MILLIS,
    answered: (answer) => (topology.value = answer),
    paused: () => topology.value !== null && isWhole(topology.value, gpus()),
  })
  return { topology, problem }
}

/** Whether nothing is missing that a later answer could have. */
function isWhole({ available, gpus, links }: Topology, ofMachine: readonly Gpu[]): boolean {
  const reasons = [...links.map(({ absent }) => absent), ...gpus.flatMap(({ absent }) => Object.values(absent))]
  const known = new Set(gpus.map(({ uuid }) => uuid))
  const isKnown = ({ state, uuid }: Gpu) => !isRead(state) || uuid === null || known.has(uuid)
  return available && !reasons.includes('TIMED_OUT') && ofMachine.every(isKnown)
}
