import { getJson } from './request'
import { list, needed, neededList, neededNumber, neededText, number, shaped, text, time, word } from './shape'
import type { FreeGpus, GpuAvailability, Obstacle, Reservation } from './types'

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
      // A newer server may have other obstacles: the page reports those that it knows.
      obstacles: list((json) => text(json) as Obstacle | null),
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
      heldInstances: list(text),
      sharedMemory: (json) => json === true,
    }),
  ),
})
