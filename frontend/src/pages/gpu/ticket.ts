import type { GpuEvent, GpuState, InsightCheck, MetricKey } from '@/api/types'
import { gpuKey, shownName, shortBusId } from '@/api/names'
import english from 'virtual:words/first'
import { GIB } from '@/format/display'
import type { Fault } from '@/store/faults'
import { factNow, valueNow, type GpuData } from './gpu-data'
import { byMemory, jobOf } from './holders'

/** Tickets are read in mail and terminals. */
const WIDTH = 72
const INDENT = 9
const PROCESSES = 3
/** The states in English. */
const STATES = english['state'] as Readonly<Record<string, string>>

/** The facts about a faulty GPU for whoever repairs it, in English and ASCII; what is not known is left out. */
export function ticketOf(data: GpuData, fault: Fault, about: { xids: string | null; link: string | null }): string {
  const { moment, gpu } = data
  const fact = (metric: MetricKey) => factNow(data, metric).word
  const number = (metric: MetricKey) => valueNow(data, metric).summary?.mean ?? null
  const figure = (metric: MetricKey, unit: string, divisor = 1, decimals = 0) => {
    const value = number(metric)
    return value === null ? '' : `${(value / divisor).toFixed(decimals)} ${unit}`
  }
  const named = (name: string, value: string | number | null | undefined) => (value == null ? '' : `${name} ${value}`)
  const host = moment.snapshot.host?.hostname
  const bus = gpu.pciBusId === null ? '' : `bus ${shortBusId(gpu.pciBusId)}`
  const processes = byMemory(gpu.processes).slice(0, PROCESSES)
  const [first] = processes
  const peers = first === undefined ? [] : jobOf(moment.snapshot.gpus, gpu, first)
  const lanes = number('pcie.link.width.current')
  const at = data.past === undefined ? Date.parse(moment.snapshot.takenAt) : data.past.at
  return [
    line('', host, `GPU ${gpu.index}`, gpu.name, bus),
    line('', named('serial', fact('serial')), named('VBIOS', fact('vbios_version')), driverOf(data)),
    line('', gpu.uuid),
    line('', stamp(fault.since), fault.insight?.sentence ?? STATES[stateOf(data)] ?? fault.text),
    line('answer', gpu.stateDetail),
    line(
      data.past === undefined ? 'now' : 'last',
      at === null ? '' : clock(at),
      ...[figure('utilization.gpu', '%'), figure('memory.used', 'GiB', GIB, 1), figure('power.draw', 'W')],
      ...[figure('temperature.gpu', 'C'), named('SM', figure('clocks.current.sm', 'MHz') || null)],
    ),
    line(
      'health',
      named('ECC', number('ecc.errors.uncorrected.volatile.total')),
      named('remapped', number('remapped_rows.uncorrectable')),
      lanes === null ? '' : `PCIe Gen${number('pcie.link.gen.current') ?? '?'} x${lanes}`,
      named('replays', number('pcie.replays')),
      named('Xid in 24 h:', about.xids),
    ),
    ...processes.map((process) => {
      const bytes = process.values['process.memory.used']
      const memory = bytes === undefined ? '' : `${(bytes / GIB).toFixed(1)} GiB`
      const since = process.startedAt === null ? '' : `since ${start(Date.parse(process.startedAt), fault.since)}`
      return line('on it', `pid ${process.pid}`, process.facts['user'], shownName(process), memory, since)
    }),
    line('others', peers.length === 0 ? '' : `same job on GPU ${peers.join(', ')}`),
    line('see', about.link),
  ]
    .filter((each) => each !== '')
    .join('\n')
}

/** The Xids of a GPU in the events of the last 24 hours. */
interface KnownXids {
  uuid: string | null
  /** Null while they are unknown. */
  events: readonly GpuEvent[] | null
  /** Whether there are older ones that are not loaded. */
  isPart: boolean
  /** The outcome of the rule about Xids; undefined without one. */
  check: InsightCheck | undefined
}

/** Number of Xids; null if it is unknown whether there were any. */
export function xidsOf({ uuid, events, isPart, check }: KnownXids): string | null {
  if (events === null) return null
  const own = events.filter(({ kind, gpu }) => kind === 'xid' && gpu?.uuid === uuid)
  const n = own.reduce((sum, { count }) => sum + count, 0)
  const isWhole = !isPart && !events.some(({ kind }) => kind === 'gpulse_started' || kind === 'gap')
  if (n > 0) return isWhole ? `${n}` : `at least ${n}`
  return isWhole && check !== undefined && isReported(check, uuid) ? '0' : null
}

/** Whether the driver reports the Xids of a GPU, as far as the check is known to cover it. */
function isReported({ outcome, detail, gpus }: InsightCheck, uuid: string | null): boolean {
  if (outcome === 'active') return detail === null
  return outcome === 'passed' && !gpus.some((gpu) => gpu.uuid === uuid)
}

/** The state of the GPU now, also where its data is of before. */
function stateOf({ moment, gpu }: GpuData): GpuState {
  return moment.snapshot.gpus.find((each) => gpuKey(each) === gpuKey(gpu))?.state ?? gpu.state
}

function driverOf({ moment }: GpuData): string {
  const { driverVersion } = moment.snapshot.source
  return driverVersion === null ? '' : `driver ${driverVersion}`
}

/** A line of known parts, which is folded at the width; empty without any. */
function line(label: string, ...parts: readonly (string | null | undefined)[]): string {
  const known = parts.flatMap((part) => (part == null || part === '' ? [] : ascii(part)))
  const text = label.padEnd(label === '' ? 0 : INDENT) + known.join('  ')
  return known.length === 0 ? '' : folded(text)
}

/** The text in lines, each but the first below the labels; a word that is longer than a line is cut. */
function folded(text: string): string {
  if (text.length <= WIDTH) return text
  const space = text.lastIndexOf(' ', WIDTH)
  const end = space > INDENT ? space : WIDTH
  return `${text.slice(0, end).trimEnd()}\n${folded(' '.repeat(INDENT) + text.slice(end).trimStart())}`
}

function ascii(text: string): string {
  const plain = text
    .replaceAll('×', 'x')
    .replaceAll('–', '-')
    .replaceAll('’', "'")
    .replaceAll(/[\u202f\u00a0]/g, ' ')
  return plain.replaceAll(/[^\x20-\x7e]/g, '?')
}

/** Day and time with the offset of the zone: "2026-09-14 14:28:03 +02:00". */
function stamp(millis: number): string {
  if (Number.isNaN(millis)) return ''
  const offset = -new Date(millis).getTimezoneOffset()
  const local = new Date(millis + offset * 60_000).toISOString()
  const hours = `${Math.floor(Math.abs(offset) / 60)}`.padStart(2, '0')
  const minutes = `${Math.abs(offset) % 60}`.padStart(2, '0')
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${offset < 0 ? '-' : '+'}${hours}:${minutes}`
}

/** The minute, with the day unless it is that of another time. */
function start(millis: number, other: number): string {
  const minute = stamp(millis).slice(0, 16)
  return minute.slice(0, 10) === stamp(other).slice(0, 10) ? minute.slice(11) : minute
}

function clock(millis: number): string {
  return stamp(millis).slice(11, 19)
}
