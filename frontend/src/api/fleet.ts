import { parseTranslations } from './insights'
import { getJson } from './request'
import {
  isTrue,
  list,
  neededList,
  neededNumber,
  neededText,
  neededTime,
  number,
  orEmpty,
  record,
  shaped,
  text,
  time,
  word,
} from './shape'
import { isState } from './states'
import type {
  Fleet,
  FleetEngine,
  FleetFree,
  FleetHeldGpu,
  FleetMachine,
  FleetPlace,
  MachineAlert,
  MachineGpu,
  MachineHolder,
  MachineReport,
} from './types'

/** This machine, the listed ones and those of an engine. */
export function fetchFleet(signal: AbortSignal): Promise<Fleet> {
  return getJson('fleet', parseFleet, '', signal)
}

/** The machines with enough free GPUs, by the parameters of the request. */
export function fetchFleetFree(query: string, signal: AbortSignal): Promise<FleetFree> {
  return getJson('fleet/free', parseFleetFree, query, signal)
}

const parseHolders = list(shaped<MachineHolder>({ user: text, program: text, job: text, reserved: isTrue }))

/** Null for a reader without the scope. */
function holders(json: unknown): MachineHolder[] | null {
  return Array.isArray(json) ? parseHolders(json) : null
}

const parseGpu = shaped<MachineGpu>({
  index: neededNumber,
  uuid: text,
  name: text,
  state: (json) => (isState(json) ? json : null),
  // A newer server may have other classes.
  use: word('UNKNOWN', 'TROUBLE', 'HELD_IDLE', 'RESERVED', 'FREE', 'WORKING'),
  free: isTrue,
  since: time,
  utilization: number,
  memoryUsed: number,
  memoryFree: number,
  memoryTotal: number,
  power: number,
  temperature: number,
  processes: number,
  holders,
})

const parseReport = shaped<MachineReport>({
  instance: orEmpty,
  name: orEmpty,
  version: text,
  takenAt: time,
  ageMillis: number,
  simulated: isTrue,
  driverVersion: text,
  reason: text,
  gpus: list(parseGpu),
  alerts: list(
    shaped<MachineAlert>({
      rule: orEmpty,
      severity: word('warning', 'critical'),
      trouble: isTrue,
      since: time,
      gpus: list(number),
      short: neededText,
      sentence: text,
      translations: parseTranslations,
    }),
  ),
})

// An older server has no others, and knows their users.
const parseOrigin = word('LIST', 'LOCAL', 'ENGINE')
// A newer server may have other answers.
const parseAnswer = word('SILENT', 'LOCAL', 'OK', 'WAITING')

export const parseFleet = shaped<Fleet>({
  at: neededTime,
  configured: isTrue,
  listProblem: text,
  users: isTrue,
  gpus: record(number),
  machinesUnknown: neededNumber,
  engine: shaped<FleetEngine>({
    answer: parseAnswer,
    since: neededTime,
    answeredAt: time,
    tookMillis: number,
    problem: text,
    translations: parseTranslations,
    daySeconds: record(number),
  }),
  machines: neededList(
    shaped<FleetMachine>({
      id: orEmpty,
      name: neededText,
      url: text,
      origin: parseOrigin,
      exporter: text,
      usersKnown: (json) => json !== false,
      answer: parseAnswer,
      since: time,
      answeredAt: time,
      ageMillis: number,
      tookMillis: number,
      problem: text,
      translations: parseTranslations,
      machine: parseReport,
    }),
  ),
})

export const parseFleetFree = shaped<FleetFree>({
  requested: neededNumber,
  machines: neededList(
    shaped<FleetPlace>({
      name: neededText,
      url: text,
      origin: parseOrigin,
      chosen: list(shaped<FleetPlace['chosen'][number]>({ index: neededNumber, uuid: text })),
      freeGpus: neededNumber,
      environment: neededText,
      simulated: isTrue,
      ailing: isTrue,
    }),
  ),
  heldIdle: neededList(
    shaped<FleetHeldGpu>({ machine: neededText, index: neededNumber, since: time, memoryUsed: number, holders }),
  ),
})
