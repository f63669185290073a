import '@/i18n/machine'
import type { MetricKey } from '@/api/types'
import { gpuKey, HOST_KEY, type Subject } from '@/api/names'
import { roundedUp } from '@/draw/axis'
import type { Chart, ChartLine } from '@/draw/chart'
import type { Palette } from '@/draw/palette'
import { GIB, GIGA, MEGA } from '@/format/display'
import { metricLabel, shortLabel } from '@/format/label'
import type { PlainKey } from '@/i18n/keys'
import type { Translate } from '@/i18n/words'
import { hostOf } from '@/live/host'
import type { Moment } from '@/live/readings'
import { greatest, summed, wholeSum } from '@/series/sums'
import type { Series } from '@/series/timeline'
import { recent, sumLine } from '../resources/lines'
import { isTold, reasonOf, type Part } from './machine'

/** What the charts look at beside the stream. */
export interface Parts {
  threads: number
  /** Shown alone, or null for the sum of all. */
  disk: Part | null
  network: Part | null
}

interface Draft extends Chart {
  /** What must be told for the chart to make sense. */
  metric: MetricKey
}

type Colour = (palette: Palette) => string

/** In the order of the pile; the sum of the first three is what is called utilization. */
const CPU_PARTS: readonly { metric: MetricKey; token: string; colour: Colour }[] = [
  { metric: 'host.cpu.user', token: '--host', colour: ({ host }) => host },
  { metric: 'host.cpu.system', token: '--text-2', colour: ({ plain }) => plain },
  { metric: 'host.cpu.steal', token: '--text-3', colour: ({ faint }) => faint },
  { metric: 'host.cpu.iowait', token: '--line-strong', colour: ({ hatch }) => hatch },
]
const LOADS: readonly { metric: MetricKey; token: string; colour: Colour }[] = [
  { metric: 'host.load.1m', token: '--host', colour: ({ host }) => host },
  { metric: 'host.load.5m', token: '--text-2', colour: ({ plain }) => plain },
  { metric: 'host.load.15m', token: '--text-3', colour: ({ faint }) => faint },
]
const LEAST_LOAD = 1

/** The charts of what this machine tells, the GPUs beside its CPU. */
export function machineCharts(moment: Moment, parts: Parts, t: Translate): Chart[] {
  return drafts(moment, parts, t).filter(({ metric, max }) => max > 0 && isShown(moment, metric))
}

/** What the machine does not tell, and why. */
export function missingCharts(moment: Moment, parts: Parts, t: Translate): { title: string; reason: PlainKey }[] {
  const host = hostOf(moment)
  return drafts(moment, parts, t)
    .filter(({ metric }) => metric.startsWith('host.') && !isTold(moment, host, metric))
    .map(({ metric, title }) => ({ title, reason: `machine.reason.${reasonOf(host, metric)}` }))
}

function isShown(moment: Moment, metric: MetricKey): boolean {
  const subjects: readonly Subject[] = metric.startsWith('host.') ? [hostOf(moment)] : moment.snapshot.gpus
  return subjects.some((subject) => isTold(moment, subject, metric))
}

function drafts(moment: Moment, parts: Parts, t: Translate): Draft[] {
  return [
    cpu(moment, parts, t),
    gpus(moment, t),
    memory(moment, t),
    traffic(moment, parts.disk, DISK, t),
    traffic(moment, parts.network, NETWORK, t),
    load(moment, parts, t),
  ]
}

function plain(metric: MetricKey, title: string, lines: ChartLine[]): Omit<Draft, 'unit' | 'max'> {
  const looks = { tall: false, min: 0, divisor: 1, decimals: 0, banded: false, marks: [], legend: [] }
  return { ...looks, id: metric, metric, title, lines }
}

function cpu(moment: Moment, { threads }: Parts, t: Translate): Draft {
  const known = CPU_PARTS.filter(({ metric }) => moment.timeline.read(HOST_KEY, metric) !== undefined)
  const whole = sumLine('cpu', ({ host }) => host, () => recent(moment, [HOST_KEY], 'host.cpu.utilization')[0])
  const piled = known.map(({ metric, colour }, i) =>
    sumLine(metric, colour, () =>
      wholeSum(known.slice(0, i + 1).flatMap((part) => recent(moment, [HOST_KEY], part.metric))),
    ),
  )
  return {
    ...plain('host.cpu.utilization', t('machine.cpu'), piled.length > 1 ? piled : [whole]),
    unit: threads === 0 ? t('machine.percent') : t('machine.ofThreads', { n: threads }),
    max: 100,
    tall: true,
    banded: piled.length <= 1,
    stacked: piled.length > 1,
    legend: piled.length > 1 ? known.map(({ token, metric }) => ({ token, text: metricLabel(metric) })) : [],
  }
}

function gpus(moment: Moment, t: Translate): Draft {
  const keys = moment.snapshot.gpus.map(gpuKey)
  const mean = () => {
    const all = recent(moment, keys, 'utilization.gpu')
    return summed(all, all.map(() => 1))
  }
  const read = moment.snapshot.gpus.filter(({ values }) => values['utilization.gpu'] !== undefined).length
  const lines = [sumLine('gpus', ({ util }) => util, mean)]
  const rest = { unit: t('machine.gpuMean', { n: read }), max: 100, banded: true }
  return { ...plain('utilization.gpu', t('machine.gpus'), lines), ...rest }
}

function memory(moment: Moment, t: Translate): Draft {
  const of = (metric: MetricKey) => recent(moment, [HOST_KEY], metric)
  const lines = [
    sumLine('used', ({ mem }) => mem, () => of('host.memory.used')[0]),
    sumLine('caches', ({ memOther }) => memOther, () =>
      wholeSum([...of('host.memory.cached'), ...of('host.memory.buffers')]),
    ),
    sumLine('swap', ({ plain: neutral }) => neutral, () => of('host.swap.used')[0]),
  ]
  const legend = [
    { token: '--mem', text: t('machine.used') },
    { token: '--mem-2', text: t('machine.cachesAndBuffers') },
    { token: '--text-2', text: metricLabel('host.swap.used') },
  ]
  const installed = moment.snapshot.host?.values['host.memory.total']
  const most = greatest(lines.map(({ samples }) => samples()))
  const max = installed ?? roundedUp(Math.max(GIB, most) / GIB) * GIB
  const rest = { unit: t('machine.gibibytes'), max, divisor: GIB, legend }
  return { ...plain('host.memory.used', t('machine.memory'), lines), ...rest }
}

interface Way {
  /** In and out, of all disks or networks and of one. */
  all: readonly [MetricKey, MetricKey]
  one: readonly [MetricKey, MetricKey]
  title: 'disk' | 'network'
  texts: readonly [PlainKey, PlainKey]
}

const DISK: Way = {
  all: ['host.disk.read', 'host.disk.write'],
  one: ['disk.read', 'disk.write'],
  title: 'disk',
  texts: ['machine.read', 'machine.written'],
}
const NETWORK: Way = {
  all: ['host.network.receive', 'host.network.transmit'],
  one: ['network.receive', 'network.transmit'],
  title: 'network',
  texts: ['machine.received', 'machine.sent'],
}

/** Nobody tells what a disk or a network can carry at most, so the scale fits the traffic. */
function traffic(moment: Moment, part: Part | null, way: Way, t: Translate): Draft {
  const key = part === null ? HOST_KEY : gpuKey(part.subject)
  const [ins, outs] = part === null ? way.all : way.one
  const of = (metric: MetricKey) => (): Series | undefined => recent(moment, [key], metric)[0]
  const max = roundedUp(Math.max(MEGA, greatest([of(ins)(), of(outs)()])))
  const divisor = max >= GIGA ? GIGA : MEGA
  const title = part === null ? t(`machine.${way.title}`) : t(`machine.${way.title}Alone`, { name: part.name })
  // Another subject is another line: its colour is the same, but its past is not.
  const lines = [
    sumLine(`${key} in`, ({ rx }) => rx, of(ins)),
    sumLine(`${key} out`, ({ tx }) => tx, of(outs)),
  ]
  const [received, sent] = way.texts
  return {
    ...plain(way.all[0], title, lines),
    unit: t(divisor === GIGA ? 'machine.gigabytes' : 'machine.megabytes'),
    max,
    divisor,
    decimals: 1,
    legend: [
      { token: '--rx', text: t(received) },
      { token: '--tx', text: t(sent) },
    ],
  }
}

function load(moment: Moment, { threads }: Parts, t: Translate): Draft {
  const lines = LOADS.map(({ metric, colour }) => sumLine(metric, colour, () => recent(moment, [HOST_KEY], metric)[0]))
  const most = greatest(lines.map(({ samples }) => samples()))
  const marks = threads === 0 ? [] : [{ at: threads, text: t('machine.threads', { n: threads }) }]
  return {
    ...plain('host.load.1m', t('machine.load'), lines),
    unit: t('machine.threadsWaiting'),
    max: roundedUp(Math.max(LEAST_LOAD, threads, most)),
    decimals: 1,
    marks,
    legend: LOADS.map(({ token, metric }) => ({ token, text: shortLabel(metric) })),
  }
}
