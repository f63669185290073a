import { shallowRef, type ShallowRef } from 'vue'
import { fetchTopology } from '@/api/topology'
import type { Topology } from '@/api/types'
import { usePolling } from '@/composables/polling'

/** The server reads it once, soon after its start. */
const RETRY_MILLIS = 10_000

export interface KnownTopology {
  topology: Readonly<ShallowRef<Topology | null>>
  problem: Readonly<ShallowRef<string | null>>
}

/** The topology of the machine, requested until the server has read it. */
export function useTopology(): KnownTopology {
  const topology = shallowRef<Topology | null>(null)
  const { problem } = usePolling({
    key: () => 'topology',
    request: (_, signal) => fetchTopology(signal),
    everyMillis: RETRY_MILLIS,
    answered: (answer) => (topology.value = answer),
    paused: () => topology.value?.available === true,
  })
  return { topology, problem }
}
