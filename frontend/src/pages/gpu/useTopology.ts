import { shallowRef, type ShallowRef } from 'vue'
import { fetchTopology } from '@/api/topology'
import type { Gpu, Topology } from '@/api/types'
import { usePolling } from '@/composables/polling'
import { isWhole } from './topology'

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
