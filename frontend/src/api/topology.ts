import { getJson } from './request'
import { isTrue, list, neededList, neededNumber, neededText, number, record, shaped, text, time } from './shape'
import { isReason } from './states'
import type { AbsenceReason, Topology, TopologyGpu, TopologyLink, TopologyNic, TopologyNvlink } from './types'

/** The connections of the GPUs with each other and with network adapters. */
export function fetchTopology(signal: AbortSignal): Promise<Topology> {
  return getJson('topology', parseTopology, {}, signal)
}

const reason = (json: unknown): AbsenceReason | null => (isReason(json) ? json : null)

export const parseTopology = shaped<Topology>({
  available: isTrue,
  reason: text,
  simulated: isTrue,
  readAt: time,
  gpus: neededList(
    shaped<TopologyGpu>({
      index: neededNumber,
      uuid: neededText,
      pciBusId: neededText,
      numaNode: number,
      cpuAffinity: text,
      nearestNics: list(text),
      nvlinks: list(shaped<TopologyNvlink>({ link: neededNumber, peer: text })),
      absent: record(reason),
    }),
  ),
  nics: neededList(shaped<TopologyNic>({ name: neededText, pciBusId: neededText, numaNode: number })),
  nicsReason: text,
  links: neededList(
    shaped<TopologyLink>({ a: neededText, b: neededText, word: text, nvlinks: number, absent: reason }),
  ),
})
