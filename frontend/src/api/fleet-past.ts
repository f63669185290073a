import { parseTranslations } from './insights'
import { getJson } from './request'
import { list, neededNumber, neededText, neededTime, number, orEmpty, shaped, text } from './shape'
import type { FleetPast, FleetPastGpu } from './types'

/** The last 12 hours of the GPUs of an engine. */
export function fetchFleetPast(signal: AbortSignal): Promise<FleetPast> {
  return getJson('fleet/past', parseFleetPast, '', signal)
}

const parseOwners = list(
  shaped<NonNullable<FleetPastGpu['owners']>[number]>({ owner: neededText, first: neededNumber, last: neededNumber }),
)

/** The elements keep their places. */
function steps(json: unknown): (number | null)[] {
  return Array.isArray(json) ? json.map(number) : []
}

export const parseFleetPast = shaped<FleetPast>({
  from: neededTime,
  to: neededTime,
  stepSeconds: neededNumber,
  problem: text,
  translations: parseTranslations,
  gpus: list(
    shaped<FleetPastGpu>({
      instance: orEmpty,
      index: number,
      uuid: neededText,
      classes: orEmpty,
      utilization: steps,
      // Missing for a reader without the scope.
      owners: (json) => (Array.isArray(json) ? parseOwners(json) : null),
    }),
  ),
})
