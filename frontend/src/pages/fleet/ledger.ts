import type { Fleet, FleetMachine, GpuUse, MachineGpu } from '@/api/types'
import { formatMemory, formatPower } from '@/format/display'
import { listNames } from '@/format/list'
import { formatMinutes, formatNumber, formatPercent, ROOMY } from '@/format/number'
import type { Translate } from '@/i18n/words'
import { countOf, countUsers, gpusOf, isCurrent, spanOf, sumOf, troublesOf } from './machines'
import { formatHours } from '../jobs/job-hours'
import { dots } from './words'

/** A class of GPUs, with what is most worth knowing about it. */
export interface LedgerEntry {
  use: GpuUse
  count: number
  /** Of all GPUs, in percent; null without GPUs. */
  percent: number | null
  fact: string
  detail: string
  /** Its part of the last 24 h; empty when unknown. */
  day: string
}

interface Context {
  t: Translate
  locale: string
}

type Facts = (fleet: Fleet, gpus: readonly MachineGpu[], context: Context) => [fact: string, detail: string]

const FACTS: Record<GpuUse, Facts> = {
  UNKNOWN: ({ machines, at }, _, { t }) => {
    const silent = machines.filter(({ answer }) => answer === 'SILENT')
    const waiting = machines.filter(({ answer }) => answer === 'WAITING').length
    const spans = silent.flatMap(({ since }) => (since === null ? [] : Date.parse(at) - Date.parse(since)))
    const fact = silent.length === 0 ? '' : t('fleet.silentMachines', { n: silent.length })
    return [
      fact || (waiting === 0 ? '' : t('fleet.waitingMachines', { n: waiting })),
      spans.length === 0 ? '' : t('fleet.longest', { span: formatMinutes(Math.max(...spans)) }),
    ]
  },
  TROUBLE: ({ machines }, _, { t }) => {
    const troubles = machines
      .filter(isCurrent)
      .flatMap((machine) => troublesOf(machine).map((alert) => ({ machine, alert })))
    const critical = troubles.filter(({ alert }) => alert.severity === 'critical')
    const warnings = troubles.length - critical.length
    const [worst = troubles[0]] = critical
    return [
      dots([
        critical.length === 0 ? '' : t('fleet.critical', { n: critical.length }),
        warnings === 0 ? '' : t('fleet.warnings', { n: warnings }),
      ]),
      worst?.machine.name ?? '',
    ]
  },
  HELD_IDLE: ({ machines }, gpus, { t, locale }) => {
    const [most] = countUsers(gpus)
    const spans = machines.flatMap((machine) =>
      gpusOf(machine).flatMap((gpu) =>
        gpu.use === 'HELD_IDLE' &&
        (most === undefined || gpu.holders?.some(({ user, job }) => (user ?? job) === most[0]))
          ? (spanOf(gpu, machine.machine?.takenAt ?? null) ?? [])
          : [],
      ),
    )
    const span = spans.length === 0 ? '' : formatMinutes(Math.max(...spans))
    const power = sumOf(gpus.map((gpu) => gpu.power))
    const memory = sumOf(gpus.map(({ memoryUsed }) => memoryUsed))
    const user = most === undefined ? '' : holdsText(most, span, t)
    return [
      user || (span && t('fleet.longest', { span })),
      dots([memory === null ? '' : formatMemory(memory, locale), power === null ? '' : formatPower(power, locale)]),
    ]
  },
  RESERVED: (_, gpus, { t }) => {
    const users = countUsers(gpus)
    const [most] = users
    return [
      most === undefined ? '' : t('fleet.hasReserved', { user: most[0], n: most[1] }),
      listNames(users.slice(1, 4).map(([user]) => user)),
    ]
  },
  FREE: ({ machines }, gpus, { t, locale }) => {
    const whole = machines.filter((machine) => {
      const n = gpusOf(machine).length
      return n > 0 && isCurrent(machine) && countOf(machine, 'FREE') === n
    }).length
    const memory = sumOf(gpus.map(({ memoryFree }) => memoryFree))
    return [
      gpus.length === 0 ? '' : t('fleet.wholeMachines', { n: whole }),
      memory === null ? '' : t('fleet.ofMemory', { memory: formatMemory(memory, locale) }),
    ]
  },
  WORKING: (_, gpus, { t, locale }) => {
    const known = gpus.flatMap(({ utilization }) => utilization ?? [])
    const mean = sumOf(known)
    const power = sumOf(gpus.map((gpu) => gpu.power))
    return [
      mean === null ? '' : t('fleet.mean', { percent: formatPercent(mean / known.length, locale) }),
      power === null ? '' : formatPower(power, locale),
    ]
  },
}

function holdsText([user, n]: [string, number], span: string, t: Translate): string {
  return span === '' ? t('fleet.holdsSome', { user, n }) : t('fleet.holds', { user, n, span })
}

/** The classes in their order; the numbers are those of the server, which counts each GPU once. */
export function ledgerOf(fleet: Fleet, uses: readonly GpuUse[], context: Context): LedgerEntry[] {
  const all = uses.reduce((sum, use) => sum + (fleet.gpus[use] ?? 0), 0)
  return uses.map((use) => {
    const count = fleet.gpus[use] ?? 0
    const [fact, detail] = FACTS[use](fleet, gpusIn(fleet.machines, use), context)
    const day = dayOf(fleet, use, context)
    return { use, count, percent: all === 0 ? null : (100 * count) / all, fact, detail, day }
  })
}

const HOUR = 3600

function dayOf({ engine }: Fleet, use: GpuUse, { t, locale }: Context): string {
  // While the engine does not answer, its day is an earlier one.
  const day = engine?.answer === 'OK' ? engine.daySeconds : {}
  const seconds = day[use] ?? null
  const all = sumOf(Object.values(day))
  if (seconds === null || !all) return ''
  const hours = seconds / HOUR
  return dots([
    t('fleet.day', { percent: formatPercent((100 * seconds) / all, locale) }),
    t('fleet.dayHours', { hours: hours < ROOMY ? formatHours(hours, locale) : formatNumber(hours, 0, locale) }),
  ])
}

function gpusIn(machines: readonly FleetMachine[], use: GpuUse): MachineGpu[] {
  return machines.flatMap((machine) => gpusOf(machine).filter((gpu) => gpu.use === use))
}
