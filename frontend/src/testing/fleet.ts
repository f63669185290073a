import type { Fleet, FleetFree, FleetMachine, GpuUse, MachineAlert, MachineGpu, MachineReport } from '../api/types'
import { ok, type ApiHandler } from './api'

const GIB = 2 ** 30
export const FLEET_AT = '2026-09-14T14:32:10.000Z'
const NOW = Date.parse(FLEET_AT)

/** Seconds before the answer. */
export function ago(seconds: number): string {
  return new Date(NOW - seconds * 1000).toISOString()
}

/** Values that a GPU of the class has. */
const OF_USE: Record<GpuUse, Partial<MachineGpu>> = {
  UNKNOWN: { utilization: null, memoryUsed: null, memoryFree: null, power: null, temperature: null, since: null },
  TROUBLE: { utilization: 93 },
  HELD_IDLE: { utilization: 0, power: 115, temperature: 37, since: ago(31 * 3600) },
  RESERVED: { utilization: 0, memoryUsed: 0, power: 75, temperature: 34, processes: 0 },
  FREE: { utilization: 0, memoryUsed: 0, power: 75, temperature: 34, processes: 0, free: true, holders: [] },
  WORKING: {},
}

export function aMachineGpu(index: number, use: GpuUse = 'WORKING', changes: Partial<MachineGpu> = {}): MachineGpu {
  const memoryTotal = 80 * GIB
  const gpu: MachineGpu = {
    ...{ index, uuid: `GPU-${index}`, name: 'NVIDIA H100 80GB HBM3', state: 'OK', use, free: false },
    ...{ since: ago(7200), utilization: 71, memoryUsed: 60 * GIB, memoryFree: null, memoryTotal },
    ...{ power: 500, temperature: 62, processes: 1 },
    holders: [{ user: 'mchen', program: 'train.py', job: null, reserved: use === 'RESERVED' }],
    ...OF_USE[use],
    ...changes,
  }
  return gpu.memoryUsed === null ? gpu : { ...gpu, memoryFree: memoryTotal - gpu.memoryUsed }
}

/** A GPU with these users. */
export function heldBy(...users: string[]): Partial<MachineGpu> {
  return { holders: users.map((user) => ({ user, program: 'train.py', job: null, reserved: false })) }
}

export function anAlert(gpus: number[], changes: Partial<MachineAlert> = {}): MachineAlert {
  return {
    ...{ rule: 'gpu-lost', severity: 'critical', trouble: true, since: ago(600), gpus },
    ...{ short: 'Fell off the bus', sentence: 'GPU 3 fell off the bus.' },
    translations: { zh: { short: '已从总线掉线', sentence: 'GPU 3 已从总线掉线。' } },
    ...changes,
  }
}

export function aReport(gpus: MachineGpu[], changes: Partial<MachineReport> = {}): MachineReport {
  return {
    ...{ instance: 'i', name: '', version: '0.1.0', takenAt: FLEET_AT, ageMillis: 400, simulated: false },
    ...{ driverVersion: '580.95.05', reason: null, gpus, alerts: [] },
    ...changes,
  }
}

export function aMachine(
  name: string,
  gpus: MachineGpu[],
  changes: Partial<FleetMachine> = {},
  report: Partial<MachineReport> = {},
): FleetMachine {
  return {
    ...{ id: `${name}:8080`, name, url: `http://${name}:8080`, origin: 'LIST', exporter: null, usersKnown: true },
    ...{ answer: 'OK', since: ago(86_400) },
    ...{ answeredAt: ago(3), ageMillis: 3400, tookMillis: 12, problem: null, translations: {} },
    machine: aReport(gpus, { name, ...report }),
    ...changes,
  }
}

/** This machine among others. */
export function thisMachine(gpus: MachineGpu[], report: Partial<MachineReport> = {}): FleetMachine {
  const remote = {
    id: '',
    url: null,
    origin: 'LOCAL',
    answer: 'LOCAL',
    since: null,
    answeredAt: null,
    ageMillis: 400,
    tookMillis: null,
  } as const
  return aMachine('trn-h100-01', gpus, remote, report)
}

/** A machine that has not answered since 12:20; its last report is null where it never did. */
export function silentMachine(name: string, gpus: MachineGpu[] | null): FleetMachine {
  return aMachine(name, gpus ?? [], {
    ...{ answer: 'SILENT', since: ago(2 * 3600 + 730), answeredAt: gpus === null ? null : ago(2 * 3600 + 730) },
    ageMillis: gpus === null ? null : (2 * 3600 + 730) * 1000,
    ...{ problem: 'It did not answer within 3 s.', translations: { zh: { problem: '3 秒内没有响应。' } } },
    ...(gpus === null ? { machine: null } : {}),
  })
}

/** With the numbers of GPUs that the server counts. */
export function aFleet(machines: FleetMachine[], changes: Partial<Fleet> = {}): Fleet {
  const gpus: Record<GpuUse, number> = { UNKNOWN: 0, TROUBLE: 0, HELD_IDLE: 0, RESERVED: 0, FREE: 0, WORKING: 0 }
  for (const { use } of machines.flatMap(({ machine }) => machine?.gpus ?? [])) gpus[use]++
  const machinesUnknown = machines.filter(({ machine }) => machine === null).length
  return {
    ...{ at: FLEET_AT, configured: true, listProblem: null, users: true, gpus, machinesUnknown, engine: null },
    machines,
    ...changes,
  }
}

/** Eight GPUs. */
export const eight = (of: (index: number) => MachineGpu) => Array.from({ length: 8 }, (_, index) => of(index))
const USERS = ['mchen', 'lwojcik', 'svc-infer']

/** The load of a machine by its number: some are in trouble, idle, free or silent. */
function usualMachine(i: number): FleetMachine {
  const name = `trn-h100-${String(i + 1).padStart(2, '0')}`
  const user = USERS[i % USERS.length] ?? ''
  const working = eight((index) =>
    aMachineGpu(index, 'WORKING', { utilization: (i * 37 + index * 13) % 101, ...heldBy(user) }),
  )
  if (i === 0) return thisMachine(working)
  switch (i % 10) {
    case 1:
      return aMachine(
        name,
        working.map((gpu) =>
          gpu.index === 3 ? aMachineGpu(3, 'TROUBLE', { ...heldBy(user), utilization: null, state: 'LOST' }) : gpu,
        ),
        {},
        { alerts: [anAlert([3])] },
      )
    case 2:
      return i % 20 === 2 ? silentMachine(name, null) : silentMachine(name, unknown(working))
    case 3:
    case 4:
      return aMachine(
        name,
        eight((index) => (index < 3 ? aMachineGpu(index, 'HELD_IDLE', heldBy('asharma')) : aMachineGpu(index))),
      )
    case 5:
      return aMachine(
        name,
        eight((index) => aMachineGpu(index, 'FREE')),
      )
    case 6:
      return aMachine(
        name,
        eight((index) => aMachineGpu(index, index < 2 ? 'FREE' : index < 5 ? 'RESERVED' : 'WORKING')),
      )
    case 7:
      return aMachine(name, [...working, ...working.map((gpu) => ({ ...gpu, index: gpu.index + 8 }))])
    default:
      return aMachine(name, working)
  }
}

function unknown(gpus: MachineGpu[]): MachineGpu[] {
  return gpus.map((gpu) => ({ ...gpu, use: 'UNKNOWN' }))
}

/** That many machines with a usual mix. */
export function usualFleet(machines: number): Fleet {
  return aFleet(Array.from({ length: machines }, (_, i) => usualMachine(i)))
}

/** The machines of the fleet with enough free GPUs, as the server finds them. */
export function freeOf({ machines }: Fleet, query: URLSearchParams): FleetFree {
  const requested = Number(query.get('count') ?? 1)
  const free = (machine: FleetMachine) => machine.machine?.gpus.filter((gpu) => gpu.free) ?? []
  return {
    requested,
    machines: machines.flatMap((machine) => {
      const chosen = free(machine).slice(0, requested)
      if (chosen.length < requested) return []
      const uuids = chosen.map(({ uuid }) => uuid).join(',')
      return {
        ...{
          name: machine.name,
          url: machine.url,
          origin: machine.origin,
          freeGpus: free(machine).length,
          simulated: false,
          ailing: false,
        },
        chosen: chosen.map(({ index, uuid }) => ({ index, uuid })),
        environment: `CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=${uuids}`,
      }
    }),
    heldIdle: machines.flatMap(({ name, machine }) =>
      (machine?.gpus ?? []).filter(({ use }) => use === 'HELD_IDLE').map((gpu) => ({ machine: name, ...gpu })),
    ),
  }
}

/** Serves a fleet, and the search for free GPUs in it. */
export function fleetApi(fleet: () => Fleet): ApiHandler {
  return ({ path, query }) => {
    if (path === 'fleet') return ok(fleet())
    return path === 'fleet/free' ? ok(freeOf(fleet(), query)) : null
  }
}
