import type { Page } from '@playwright/test'
import type { Gpu, GpuProcess, Host, Snapshot } from '../../src/api/types'

/** How the GPUs of a recorded machine differ from the usual, second by second. */
export type Changes = Record<number, (second: number) => Partial<Gpu>>

export const BEGIN = Date.parse('2026-03-01T10:00:00.000Z')
/** So many seconds are replayed at once, as the server's ring does. */
export const HISTORY = 150
const LIVE = 60
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
  return {
    index,
    uuid: `GPU-de300000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`,
    name: 'NVIDIA H100 80GB HBM3',
    pciBusId: `00000000:${(16 + 9 * index).toString(16).toUpperCase()}:00.0`,
    state: 'OK',
    stateSince: at(-3600),
    stateDetail: null,
    sampledAt: at(second),
    slowSampledAt: at(second),
    idleSince: null,
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
    facts: {},
    absent: {},
    links: [],
    processes: [process],
    processesOmitted: 0,
  }
}

export function snapshot(count: number, second: number, changes: Changes, host: Partial<Host>): Snapshot {
  return {
    sequence: BEGIN + second,
    takenAt: at(second),
    tookMillis: 8,
    everyMillis: 1000,
    view: 'core',
    source: {
      kind: 'NVML',
      simulated: false,
      driverVersion: '580.95.05',
      nvmlVersion: '13.580.95',
      cudaVersion: '13.0',
      reason: null,
      recordedAt: null,
    },
    gpus: Array.from({ length: count }, (_, index) => ({ ...gpu(index, second), ...changes[index]?.(second) })),
    host: {
      hostname: 'trn-h100-03',
      values: {},
      facts: {},
      absent: {},
      cores: [],
      disks: [],
      networks: [],
      processesSampledAt: null,
      processes: [],
      ...host,
    },
  }
}

function asEvent(told: Snapshot): { data: string; lastEventId: string } {
  return { data: JSON.stringify(told), lastEventId: String(told.sequence) }
}

/** Shows the page a machine of our own: its stream is replayed in the browser, its limits are answered here. */
export async function play(
  page: Page,
  count: number,
  changes: Changes = {},
  limits: Gpu['values'] = {},
  host: Partial<Host> = {},
): Promise<void> {
  const snapshots = Array.from({ length: HISTORY + LIVE }, (_, second) => snapshot(count, second, changes, host))
  const told = { 'memory.total': TOTAL_BYTES, 'enforced.power.limit': 700, 'power.default_limit': 700, ...limits }
  await page.route('**/api/v1/snapshot?metrics=*', (route) => {
    const [first] = snapshots
    return route.fulfill({ json: { ...first, gpus: first?.gpus.map((each) => ({ ...each, values: told })) } })
  })
  // A server that has neither: the page tells what it sees itself. See `playIncidents` for one that has.
  await page.route(/\/api\/v1\/(insights|events)\?/, (route) => route.fulfill({ json: {} }))
  // What the page learns from it is which snapshot of the replay is the newest.
  await page.route('**/api/v1/snapshot?view=core', (route) => route.fulfill({ json: snapshots[HISTORY - 1] }))
  await page.addInitScript(
    ({ recorded, history }) => {
      class Replay extends EventTarget {
        readyState = 1
        private next = 0
        private readonly timer = setInterval(() => {
          this.emit()
        }, 1000)

        constructor() {
          super()
          streams.push(this)
          setTimeout(() => {
            this.dispatchEvent(new Event('open'))
            while (this.next < history) this.emit()
          })
        }

        emit(): void {
          const told = recorded[this.next++]
          if (told === undefined) return
          Object.assign(window, { replayed: this.next, lastReplayed: told.data })
          this.dispatchEvent(new MessageEvent('snapshot', told))
        }

        close(): void {
          clearInterval(this.timer)
        }
      }
      const streams: Replay[] = []
      const tellBeside = (kind: string, data: string) => {
        for (const stream of streams) stream.dispatchEvent(new MessageEvent(kind, { data }))
      }
      // Without these each page has a stream of its own, which is the one replaced here.
      Object.assign(window, { tellBeside, EventSource: Replay, SharedWorker: undefined, BroadcastChannel: undefined })
    },
    { recorded: snapshots.map(asEvent), history: HISTORY },
  )
}

/** Tells the page something beside snapshots, as the stream would. */
export function tellBeside(page: Page, kind: 'gpu-event' | 'insight', told: unknown): Promise<void> {
  const event = [kind, JSON.stringify(told)] as const
  return page.evaluate((beside) => {
    ;(window as unknown as { tellBeside: (...event: readonly string[]) => void }).tellBeside(...beside)
  }, event)
}

/** How many snapshots the page has been told. */
export function replayed(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { replayed: number }).replayed)
}

/** The machine of the design: one GPU idle with memory held, one hot and capped, the others at work. */
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

/** Every way in which a value or a whole GPU can be missing. */
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
    second < 100
      ? {}
      : { ...UNREAD, state: 'STUCK', stateSince: at(100), stateDetail: STUCK, sampledAt: at(99) },
  0: (second) => ({ values: without(gpu(0, second).values, 'power.draw'), absent: { 'power.draw': 'ERROR' } }),
}
