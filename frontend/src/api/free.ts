import { getJson } from './request'
import { list, needed, neededList, neededNumber, neededText, number, shaped, text, time, word } from './shape'
import type { FreeGpus, GpuAvailability, Obstacle, Reservation } from './types'

const OBSTACLES: Record<Obstacle, true> = {
  STATE: true,
  MIG: true,
  MODEL: true,
  UTILIZATION: true,
  UTILIZATION_UNKNOWN: true,
  RETURNED: true,
  RESERVED: true,
  HELD: true,
  PROCESSES: true,
  PROHIBITED: true,
  EXCLUSIVE: true,
  MEMORY_USED: true,
  MEMORY_FREE: true,
  MEMORY_TOTAL: true,
  MEMORY_UNKNOWN: true,
}

/** The free GPUs and the reasons against the others, by the parameters of the request. */
export function fetchFreeGpus(query: string, signal: AbortSignal): Promise<FreeGpus> {
  return getJson('gpus/free', parseFreeGpus, query, signal)
}

export const parseFreeGpus = shaped<FreeGpus>({
  requested: neededNumber,
  windowSeconds: neededNumber,
  chosen: neededList(shaped<FreeGpus['chosen'][number]>({ index: neededNumber, uuid: text })),
  gpus: neededList(
    shaped<GpuAvailability>({
      index: neededNumber,
      uuid: text,
      category: word('NOT_FREE', 'FREE_BUT', 'FREE'),
      obstacles: list((json) => (isObstacle(json) ? json : null)),
      since: time,
      maxUtilization: number,
      windowSeconds: number,
      processes: number,
      freeMemory: number,
      totalMemory: number,
      reservations: list(
        shaped<Reservation>({
          place: neededText,
          user: text,
          workload: needed(shaped<Pick<Reservation['workload'], 'id'>>({ id: neededText })),
        }),
      ),
      hold: shaped<NonNullable<GpuAvailability['hold']>>({ holder: neededText, seconds: neededNumber }),
      sharedMemory: (json) => json === true,
    }),
  ),
})

/** A newer server may have other obstacles. */
function isObstacle(json: unknown): json is Obstacle {
  return typeof json === 'string' && Object.hasOwn(OBSTACLES, json)
}
