import { isRead } from '../api/states'
import type { FreeGpus, Gpu, GpuAvailability, Obstacle } from '../api/types'
import { ok, type ApiHandler } from './api'

/** The response of a server with these GPUs: idle ones without processes are free, idle ones with processes are held. */
export function freeGpus(gpus: readonly Gpu[], query = new URLSearchParams()): FreeGpus {
  const requested = Number(query.get('count') ?? 1)
  const all = gpus.map((gpu) => availability(gpu))
  const free = all.filter(({ category }) => category === 'FREE')
  return {
    requested,
    windowSeconds: 60,
    chosen: free.slice(0, requested).map(({ index, uuid }) => ({ index, uuid })),
    gpus: all,
  }
}

/** Serves that response. */
export function freeApi(gpus: () => readonly Gpu[]): ApiHandler {
  return ({ path, query }) => (path === 'gpus/free' ? ok(freeGpus(gpus(), query)) : null)
}

function availability(gpu: Gpu): GpuAvailability {
  const obstacles = obstaclesOf(gpu)
  const isHeld = obstacles.every((each) => each === 'PROCESSES' || each === 'MEMORY_USED')
  return {
    index: gpu.index,
    uuid: gpu.uuid,
    category: obstacles.length === 0 ? 'FREE' : isHeld ? 'FREE_BUT' : 'NOT_FREE',
    obstacles,
    since: isRead(gpu.state) ? (gpu.idleSince ?? gpu.processes[0]?.startedAt ?? null) : gpu.stateSince,
    maxUtilization: gpu.values['utilization.gpu'] ?? null,
    windowSeconds: 60,
    processes: obstacles.length === 0 ? 0 : (gpu.values['processes.running'] ?? null),
    freeMemory: gpu.values['memory.free'] ?? null,
    totalMemory: 79.7 * 2 ** 30,
    reservations: [],
    hold: null,
    heldInstances: [],
    sharedMemory: gpu.values['memory.kind'] === 1,
  }
}

function obstaclesOf(gpu: Gpu): Obstacle[] {
  if (!isRead(gpu.state)) return ['STATE']
  if (gpu.values['utilization.gpu'] === undefined) return ['UTILIZATION_UNKNOWN', 'PROCESSES']
  if (gpu.idleSince === null) return ['UTILIZATION', 'PROCESSES']
  return gpu.processes.length > 0 ? ['PROCESSES', 'MEMORY_USED'] : []
}
