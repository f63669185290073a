import type { MetricKey } from '@/api/types'
import { gpuKey, HOST_KEY, type Subject } from '@/api/names'
import { roundedUp } from '@/charts/axis'
import { GIGA, MEGA } from '@/format/display'
import { metricLabel, shortLabel } from '@/format/label'
import type { PlainKey } from '@/i18n/keys'
import type { Translate } from '@/i18n/words'
import { hostOf } from '@/store/host'
import type { Moment } from '@/store/readings'
import { combined, greatest } from '@/timeseries/combined'
import { chartOf, type ChartSpec, type LineSpec, type SpecChart } from '@/time-page/chart-spec'
import { liveScene, recent, type LiveScene } from '@/time-page/live-scene'
import { isReported, reasonOf, type Part } from './machine'

/** The parts of the machine, which the stream does not carry. */
export interface Parts {
  threads: number
  /** Shown alone, or null for the sum of all. */
  disk: Part | null
  network: Part | null
}

interface MachineScene extends LiveScene, Parts {}

/** In the order of the stack; the sum of the first three is the utilization. */
const CPU_PARTS: readonly LineSpec[] = [
  { metric: 'host.cpu.user', colour: 'host' },
  { metric: 'host.cpu.system', colour: 'plain' },
  { metric: 'host.cpu.steal', colour: 'faint' },
  { metric: 'host.cpu.iowait', colour: 'text' },
]
const LOADS: readonly LineSpec[] = [
  { metric: 'host.load.1m', colour: 'host' },
  { metric: 'host.load.5m', colour: 'plain' },
  { metric: 'host.load.15m', colour: 'faint' },
]
const LEAST_LOAD = 1

/** In the order of the page, the GPUs below the CPU. */
const CHARTS: readonly ChartSpec<MachineScene>[] = [
  {
    metric: 'host.cpu.utilization',
    title: 'machine.cpu',
    unit: ({ threads, t }) => (threads === 0 ? t('machine.percent') : t('machine.ofThreads', { n: threads })),
    max: 100,
    lines: cpuLines,
    tall: true,
    stacked: true,
  },
  {
    metric: 'utilization.gpu',
    title: 'machine.gpus',
    unit: ({ gpus, t }) =>
      t('machine.gpuMean', { n: gpus.filter(({ values }) => values['utilization.gpu'] !== undefined).length }),
    max: 100,
    lines: ({ gpus, moment }) => [
      { metric: 'utilization.gpu', colour: 'util', samples: () => meanOf(moment, gpus.map(gpuKey)) },
    ],
  },
  {
    metric: 'host.memory.used',
    title: 'machine.memory',
    max: ({ moment }) => moment.snapshot.host?.values['host.memory.total'] ?? 0,
    scale: { decimals: 0 },
    lines: ({ moment, t }) => [
      { metric: 'host.memory.used', colour: 'mem', text: t('machine.used') },
      {
        metric: 'host.memory.cached',
        colour: 'memOther',
        text: t('machine.cachesAndBuffers'),
        samples: () => wholeSumOf(moment, ['host.memory.cached', 'host.memory.buffers']),
      },
      { metric: 'host.swap.used', colour: 'plain', text: metricLabel('host.swap.used') },
    ],
  },
  traffic('disk', {
    all: ['host.disk.read', 'host.disk.write'],
    one: ['disk.read', 'disk.write'],
    texts: ['machine.read', 'machine.written'],
  }),
  traffic('network', {
    all: ['host.network.receive', 'host.network.transmit'],
    one: ['network.receive', 'network.transmit'],
    texts: ['machine.received', 'machine.sent'],
  }),
  {
    metric: 'host.load.1m',
    title: 'machine.load',
    unit: 'machine.threadsWaiting',
    max: ({ read, threads }) =>
      roundedUp(Math.max(LEAST_LOAD, threads, greatest(LOADS.map(({ metric }) => read(HOST_KEY, metric))))),
    scale: { decimals: 1 },
    marks: ({ threads, t }) => (threads === 0 ? [] : [{ at: threads, text: t('machine.threads', { n: threads }) }]),
    lines: () => LOADS.map((load) => ({ ...load, text: shortLabel(load.metric) })),
  },
]

/** The charts of what this machine reports. */
export function machineCharts(moment: Moment, parts: Parts, t: Translate): SpecChart[] {
  return allCharts(moment, parts, t).filter(({ metric, max }) => max > 0 && isShown(moment, metric))
}

/** The charts that the machine has no values for, and the reasons. */
export function missingCharts(moment: Moment, parts: Parts, t: Translate): { title: string; reason: PlainKey }[] {
  const host = hostOf(moment)
  return allCharts(moment, parts, t)
    .filter(({ metric }) => metric.startsWith('host.') && !isReported(moment, host, metric))
    .map(({ metric, title }) => ({ title, reason: `machine.reason.${reasonOf(host, metric)}` }))
}

function allCharts(moment: Moment, parts: Parts, t: Translate): SpecChart[] {
  const scene: MachineScene = {
    ...liveScene(moment, null, t),
    ...parts,
    subject: HOST_KEY,
    read: (subject, metric) => recent(moment, [subject], metric)[0],
    fit: 1,
  }
  return CHARTS.map((spec) => chartOf(spec, scene))
}

function isShown(moment: Moment, metric: MetricKey): boolean {
  const subjects: readonly Subject[] = metric.startsWith('host.') ? [hostOf(moment)] : moment.snapshot.gpus
  return subjects.some((subject) => isReported(moment, subject, metric))
}

/** The stacked parts of the utilization, or the utilization alone. */
function cpuLines({ moment, read }: MachineScene): LineSpec[] {
  const parts = CPU_PARTS.filter(({ metric }) => read(HOST_KEY, metric) !== undefined)
  if (parts.length <= 1) return [{ metric: 'host.cpu.utilization', key: 'cpu', colour: 'host' }]
  return parts.map((part, i) => ({
    ...part,
    text: metricLabel(part.metric),
    samples: () =>
      wholeSumOf(
        moment,
        parts.slice(0, i + 1).map(({ metric }) => metric),
      ),
  }))
}

interface Directions {
  /** In and out, of all disks or networks and of one. */
  all: readonly [MetricKey, MetricKey]
  one: readonly [MetricKey, MetricKey]
  texts: readonly [PlainKey, PlainKey]
}

/** The capacity of a disk or a network is unknown, so the scale fits the traffic. */
function traffic(kind: 'disk' | 'network', { all, one, texts }: Directions): ChartSpec<MachineScene> {
  const keyOf = ({ [kind]: part }: MachineScene) => (part === null ? HOST_KEY : gpuKey(part.subject))
  const of = (scene: MachineScene) => (scene[kind] === null ? all : one)
  return {
    metric: all[0],
    title: ({ [kind]: part, t }) =>
      part === null ? t(`machine.${kind}`) : t(`machine.${kind}Alone`, { name: part.name }),
    max: (scene) => roundedUp(Math.max(MEGA, greatest(of(scene).map((metric) => scene.read(keyOf(scene), metric))))),
    unit: ({ t }, max) => t(max >= GIGA ? 'machine.gigabytes' : 'machine.megabytes'),
    scale: (max) => (max >= GIGA ? {} : { unit: 'MB/s', divisor: MEGA }),
    // Another subject is another line, of the same colour.
    lines: (scene) =>
      of(scene).map((metric, i) => ({
        metric,
        key: `${keyOf(scene)} ${metric}`,
        colour: i === 0 ? 'rx' : 'tx',
        text: scene.t(texts[i === 0 ? 0 : 1]),
        samples: () => scene.read(keyOf(scene), metric),
      })),
  }
}

function meanOf(moment: Moment, keys: readonly string[]) {
  return combined(recent(moment, keys, 'utilization.gpu'), { shares: keys.map(() => 1) })
}

/** The sum of the parts of one figure, which is nothing without all of them. */
function wholeSumOf(moment: Moment, metrics: readonly MetricKey[]) {
  const parts = metrics.flatMap((metric) => recent(moment, [HOST_KEY], metric))
  return combined(parts, { as: 'sum', least: parts.length })
}
