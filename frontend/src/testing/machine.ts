import { isRead } from '../api/states'
import type { Gpu, GpuProcess, Host, Snapshot } from '../api/types'
import { aGpu, aSnapshot, lastOf, START } from './snapshots'

/** Differences of the GPUs of a recorded machine from its default values, by second. */
export type Changes = Record<number, (second: number) => Partial<Gpu>>

/** Time of the first snapshot. */
export const BEGIN = START
/** Number of snapshots that are replayed when a page opens. */
export const HISTORY = 150
const GIB = 2 ** 30
const TOTAL_BYTES = 79.7 * GIB
const LOST = 'It fell off the bus (NVML code 15) and needs a reset or a reboot.'
const STUCK = 'nvmlDeviceGetPowerUsage has not returned.'

export function at(second: number): string {
  return new Date(BEGIN + second * 1000).toISOString()
}

export function aProcess(pid: number, name: string, user: string, gib: number): GpuProcess {
  return {
    pid,
    type: 'COMPUTE',
    name,
    startedAt: at(-3600),
    group: `${pid}`,
    values: { 'process.memory.used': gib * GIB },
    facts: { user },
    absent: { command: 'HIDDEN' },
  }
}

function gpu(index: number, second: number): Gpu {
  const training = index % 8 < 4
  const utilization = training ? (second % 4 < 2 ? 100 : 4) : Math.round(40 + 12 * Math.sin(second / 9 + index))
  const process = training
    ? aProcess(41100 + index, 'train.py', 'mchen', 70)
    : aProcess(52200 + index, `vllm worker TP${index % 8}`, 'svc-infer', 60)
  return aGpu(index, {
    uuid: `GPU-de300000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`,
    pciBusId: `00000000:${(16 + 9 * index).toString(16).toUpperCase()}:00.0`,
    stateSince: at(-3600),
    sampledAt: at(second),
    slowSampledAt: at(second),
    busySince: at(-3600),
    values: {
      'utilization.gpu': utilization,
      'utilization.memory': Math.round(utilization / 2),
      'memory.used': (training ? 71 : 62) * GIB + index * 1e8,
      'memory.free': (training ? 8.2 : 17.2) * GIB - index * 1e8,
      'temperature.gpu': 58 + index,
      'temperature.memory': 66 + index,
      'temperature.gpu.tlimit': 29 - index,
      'power.draw': 250 + utilization * 2,
      'clocks.current.sm': 1980,
      'clocks_event_reasons.active': 0,
      'pcie.rx': 2.6e9,
      'pcie.tx': 0.3e9,
      'nvlink.rx': 27e9,
      'nvlink.tx': 26.3e9,
      'processes.running': 1,
    },
    processes: [process],
  })
}

export interface MachineOptions {
  gpus?: number
  changes?: Changes
  /** Additional limits of all GPUs. */
  limits?: Gpu['values']
  host?: Partial<Host>
}

/** Snapshot of a machine at a second of its recording. */
export function snapshot(second: number, { gpus = 8, changes = {}, host = {} }: MachineOptions = {}): Snapshot {
  const base = aSnapshot(second)
  return {
    ...base,
    gpus: Array.from({ length: gpus }, (_, index) => changed(index, second, changes[index])),
    host: { ...(base.host as Host), hostname: 'trn-h100-03', ...host },
  }
}

/** A GPU with its changes and, if it is not read, its last readings, as the server sends them. */
function changed(index: number, second: number, changes: Changes[number] = () => ({})): Gpu {
  const change = changes(second)
  const now = { ...gpu(index, second), ...change }
  if (isRead(now.state) || now.state === 'SLEEPING' || now.last !== null) return now
  const since = change.stateSince == null ? second : (Date.parse(change.stateSince) - BEGIN) / 1000
  for (let before = Math.min(second, since) - 1; before >= Math.max(0, second - HISTORY); before--) {
    const earlier = changes(before)
    if (isRead(earlier.state ?? 'OK')) {
      return { ...now, last: lastOf({ ...gpu(index, before), ...earlier }, before) }
    }
  }
  return now
}

/** Response to a request for the limits of that machine. */
export function limitsSnapshot(options: MachineOptions = {}): Snapshot {
  const values = {
    'memory.total': TOTAL_BYTES,
    'enforced.power.limit': 700,
    'power.default_limit': 700,
    ...options.limits,
  }
  const first = snapshot(0, options)
  return { ...first, gpus: first.gpus.map((each) => ({ ...each, values })) }
}

/** The machine of the design: one GPU idle while holding memory, one hot and power-capped, the others busy. */
export const BUSY: Changes = {
  4: (second) => ({
    idleSince: at(-2460),
    busySince: null,
    values: {
      ...gpu(4, second).values,
      'utilization.gpu': 0,
      'memory.used': 62.4 * GIB,
      'memory.free': 16.8 * GIB,
      'temperature.gpu': 37,
      'temperature.memory': 45,
      'temperature.gpu.tlimit': 50,
      'power.draw': 116,
      'clocks.current.sm': 345,
      'clocks_event_reasons.active': 1,
      'pcie.rx': 0,
      'pcie.tx': 0,
      'nvlink.rx': 0,
      'nvlink.tx': 0,
    },
    processes: [aProcess(33871, 'python', 'asharma', 62)],
  }),
  5: () => ({
    processes: [aProcess(52205, 'vllm worker TP0', 'svc-infer', 70), aProcess(52300, 'nsys', 'svc-infer', 1)],
  }),
  7: (second) => ({
    values: {
      ...gpu(7, second).values,
      'utilization.gpu': 99,
      'temperature.gpu': 84,
      'temperature.memory': 94,
      'temperature.gpu.tlimit': 3,
      'power.draw': 498,
      'clocks.current.sm': 1773,
      'clocks_event_reasons.active': second % 5 < 2 ? 4 : 0,
    },
    processes: [aProcess(61007, 'finetune_sd35.py', 'lwojcik', 47)],
  }),
}

function without(values: Gpu['values'], ...keys: string[]): Gpu['values'] {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)))
}

const UNREAD = { values: {}, facts: {}, idleSince: null, busySince: null, processes: [] }

/** Each way in which a value or a whole GPU can be missing. */
export const BROKEN: Changes = {
  ...BUSY,
  1: (second) => ({
    values: without(gpu(1, second).values, 'temperature.memory', 'clocks.current.sm'),
    absent: { 'temperature.memory': 'NOT_SUPPORTED', 'clocks.current.sm': 'NO_PERMISSION' },
  }),
  2: (second) => ({ sampledAt: at(Math.min(second, 30)) }),
  3: (second) => (second < 100 ? {} : { ...UNREAD, state: 'LOST', stateSince: at(100), stateDetail: LOST }),
  5: (second) => ({
    values: without(gpu(5, second).values, 'utilization.gpu', 'processes.running'),
    absent: { 'utilization.gpu': 'MIG_ENABLED', 'processes.running': 'NO_PERMISSION' },
    busySince: null,
    processes: [],
  }),
  6: (second) =>
    second < 100 ? {} : { ...UNREAD, state: 'STUCK', stateSince: at(100), stateDetail: STUCK, sampledAt: at(99) },
  0: (second) => ({ values: without(gpu(0, second).values, 'power.draw'), absent: { 'power.draw': 'ERROR' } }),
}
