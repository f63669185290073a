import type { Gpu, GpuEvent, Insight } from '../api/types'
import type { JsonOf } from './incident-scene'
import { aProcess, at, snapshot, type Changes } from './machine'
import { anInstance, instanceValues, processOn } from './mig'
import { lastOf } from './snapshots'

const GIB = 2 ** 30

/** A machine with one fault of GPU 3, with the texts that the server sends about it. */
export interface FaultScene {
  name: string
  changes: Changes
  insights: JsonOf<Insight>[]
  events?: JsonOf<GpuEvent>[]
  limits?: Gpu['values']
  /** Of the GPU on all pages. */
  glyph: 'critical' | 'warning' | 'unknown' | 'healthy'
  /** Whether the GPU has values. */
  isRead: boolean
  /** Whether it is a fault of the GPU, and not of its surroundings. */
  isFault: boolean
  /** Begin of the fault in seconds. */
  since: number | null
}

/** The faulty GPU. */
export const FAULTY = { index: 3, uuid: 'GPU-de300000-0000-4000-8000-000000000003' }
/** Its state begins 0.8 s after the round of its insight, in another minute. */
const ROUND = 59
const BEGIN = 60
const GONE = { values: {}, facts: {}, idleSince: null, busySince: null, processes: [] }

function failed(state: Gpu['state'], stateDetail: string): Changes {
  return {
    3: (second) => (second < BEGIN ? {} : { ...GONE, state, stateDetail, stateSince: at(BEGIN), sampledAt: at(ROUND) }),
  }
}

function insight(rule: string, severity: Insight['severity'], texts: JsonOf<Insight>): JsonOf<Insight> {
  return {
    ...{ id: `${rule}/${FAULTY.uuid}`, rule, severity, state: 'active', since: at(ROUND), reportedAt: at(ROUND + 1) },
    ...{ until: null, gpus: [FAULTY], evidence: [], chart: null, process: null, translations: {}, ...texts },
  }
}

const STOP = 'Stop gpulse before a reset, since it keeps the GPU open: systemctl stop gpulse, docker stop, or Ctrl+C.'
const unread = { glyph: 'critical', isRead: false, isFault: true, since: ROUND } as const
const warned = { glyph: 'warning', isRead: true, isFault: false, since: ROUND } as const

export const FAULT_SCENES: readonly FaultScene[] = [
  {
    name: 'lost',
    changes: failed('LOST', 'nvmlDeviceGetPowerUsage: the GPU is lost (NVML code 15); PCI device 0000:2b:00.0.'),
    insights: [
      insight('gpu-lost', 'critical', {
        sentence: 'GPU 3 fell off the bus.',
        short: 'Fell off the bus',
        cause: 'nvmlDeviceGetPowerUsage: the GPU is lost (NVML code 15); PCI device 0000:2b:00.0.',
        advice: 'Move the work, then reboot the machine. If it is lost again, have its seat and power checked.',
      }),
    ],
    ...unread,
  },
  {
    name: 'reset',
    changes: failed('RESET_REQUIRED', 'nvmlDeviceGetHandleByIndex_v2: the GPU needs a reset (NVML code 16)'),
    insights: [
      insight('gpu-lost', 'critical', {
        sentence: 'GPU 3 has to be reset.',
        short: 'Has to be reset',
        cause: 'nvmlDeviceGetHandleByIndex_v2: the GPU needs a reset (NVML code 16).',
        advice: `Move its work elsewhere, then reset the GPU. ${STOP}`,
      }),
    ],
    ...unread,
  },
  {
    name: 'stuck',
    changes: failed('STUCK', 'nvmlDeviceGetUtilizationRates has not returned.'),
    insights: [
      insight('gpu-stuck', 'critical', {
        sentence: 'GPU 3 does not answer.',
        short: 'Does not answer',
        cause: 'A call to the driver has not returned. nvmlDeviceGetUtilizationRates has not returned.',
        advice:
          'Wait for a minute; if it still does not answer, end the programs on it, then reset the GPU. ' +
          `A driver that hangs may need a reboot. ${STOP}`,
      }),
    ],
    ...unread,
  },
  {
    name: 'slow',
    changes: {
      3: (second) =>
        second < BEGIN
          ? {}
          : {
              ...{ state: 'SLOW', stateSince: at(BEGIN), sampledAt: at(second - 1) },
              stateDetail: 'nvmlDeviceGetUtilizationRates takes 1.7 s; a read of this GPU takes 1.7 s.',
            },
    },
    insights: [
      insight('gpu-stuck', 'warning', {
        sentence: 'GPU 3 answers late.',
        short: 'Answers late',
        cause: 'Its values are shown with the time when they were sampled.',
        advice: `Look for other programs that poll the driver, and for Xids in the kernel log. ${STOP}`,
      }),
    ],
    ...warned,
    isFault: true,
  },
  {
    name: 'Xid 48',
    changes: {},
    insights: [
      insight('xid', 'critical', {
        sentence: 'GPU 3: uncorrectable memory error (Xid 48).',
        short: 'Uncorrectable memory error (Xid 48)',
        cause: 'Reported once within 24 h, the last 1 min ago; the driver was not loaded again since.',
        advice: 'Start the program again, and reset the GPU when its work is done.',
      }),
    ],
    ...{ glyph: 'critical', isRead: true, isFault: true, since: ROUND },
  },
  {
    name: 'power cap',
    changes: {},
    limits: { 'enforced.power.limit': 500 },
    insights: [
      insight('power-capped', 'warning', {
        sentence: 'GPU 3 is throttled 38 % of the time by its power limit.',
        short: 'Throttled by its power limit',
        cause: 'Its limit is 500 W; the default is 700 W.',
        advice: 'Raise the limit where cooling and supply allow it.',
      }),
    ],
    ...warned,
  },
  {
    name: 'hot',
    changes: {},
    insights: [
      insight('thermally-slowed', 'warning', {
        sentence: 'GPU 3 is throttled 57 % of the time by heat.',
        short: 'Throttled by heat',
        cause: 'The hardware protects itself.',
        advice: 'Check fans, air flow, dust and inlet temperature.',
      }),
    ],
    ...warned,
  },
  {
    name: 'MIG',
    changes: {
      3: () => ({
        values: { 'memory.used': 20 * GIB, 'temperature.gpu': 50, 'power.draw': 200, 'processes.running': 1 },
        absent: { 'utilization.gpu': 'MIG_ENABLED' },
        idleSince: null,
        busySince: null,
        processes: [processOn(1, aProcess(41103, 'train.py', 'mchen', 18))],
        mig: [anInstance(1, '3g.40gb', { values: instanceValues(71, 18, 39.5, 1) }), anInstance(2, '3g.40gb')],
      }),
    },
    insights: [],
    ...{ glyph: 'healthy', isRead: true, isFault: false, since: null },
  },
  {
    name: 'stale',
    changes: { 3: (second) => ({ sampledAt: at(Math.min(second, BEGIN)) }) },
    insights: [],
    ...{ glyph: 'unknown', isRead: true, isFault: false, since: null },
  },
  {
    // Lost before gpulse was started again: no sample of it is in the stream or in the history.
    name: 'restarted',
    changes: {
      3: () => ({
        ...{ ...GONE, state: 'LOST', stateDetail: 'nvmlDeviceGetHandleByIndex_v2: the GPU is lost (NVML code 15)' },
        ...{ stateSince: at(-600), sampledAt: at(-601), last: lastOf(snapshot(0).gpus[3] as Gpu, -601) },
      }),
    },
    insights: [
      insight('gpu-lost', 'critical', {
        since: at(-601),
        sentence: 'GPU 3 fell off the bus.',
        short: 'Fell off the bus',
        cause: 'nvmlDeviceGetHandleByIndex_v2: the GPU is lost (NVML code 15).',
        advice: 'Move the work, then reboot the machine.',
      }),
    ],
    events: [{ kind: 'gpulse_started', severity: 'info', title: 'gpulse started', at: at(-300) }],
    ...unread,
    since: -601,
  },
]
