import type { FleetMachine, GpuUse } from '@/api/types'
import { productName } from '@/api/names'
import { countOf, gpusOf, isCurrent, longestIdle, machineHealth, usersOf } from './machines'

export const SORTS = ['trouble', 'idle', 'free', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** Machines below one heading. */
export interface MachineGroup {
  /** Of a text of `fleetGroup`, or the name of a model. */
  name: string
  isModel: boolean
  machines: readonly FleetMachine[]
}

const HOUR = 3_600_000
const RANK = { crit: 0, warn: 1, unknown: 2, ok: 3 } as const

type Compare = (a: FleetMachine, b: FleetMachine) => number
const byName: Compare = (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })
const byIdle: Compare = (a, b) => (longestIdle(b) ?? -1) - (longestIdle(a) ?? -1) || byName(a, b)
const byFree: Compare = (a, b) => countOf(b, 'FREE') - countOf(a, 'FREE') || byName(a, b)
const byHealth: Compare = (a, b) => RANK[machineHealth(a)] - RANK[machineHealth(b)] || byName(a, b)

interface Rule {
  names: readonly string[]
  nameOf: (machine: FleetMachine) => string
  compare: Compare
}

const isAllFree = (machine: FleetMachine) =>
  gpusOf(machine).length > 0 && countOf(machine, 'FREE') === gpusOf(machine).length

const RULES: Record<Exclude<Sort, 'name'>, Rule> = {
  trouble: {
    names: ['trouble', 'unknown', 'idle', 'working', 'allFree', 'noGpus'],
    nameOf: (machine) => {
      const health = machineHealth(machine)
      if (health === 'unknown') return 'unknown'
      if (health !== 'ok') return 'trouble'
      if (gpusOf(machine).length === 0) return 'noGpus'
      if (countOf(machine, 'HELD_IDLE') > 0) return 'idle'
      return isAllFree(machine) ? 'allFree' : 'working'
    },
    compare: (a, b) => byHealth(a, b) || byIdle(a, b),
  },
  idle: {
    names: ['idleDay', 'idleHours', 'idleLess', 'noneIdle', 'unknown'],
    nameOf: (machine) => {
      if (machineHealth(machine) === 'unknown') return 'unknown'
      if (countOf(machine, 'HELD_IDLE') === 0) return 'noneIdle'
      const span = longestIdle(machine) ?? 0
      return span >= 24 * HOUR ? 'idleDay' : span >= 4 * HOUR ? 'idleHours' : 'idleLess'
    },
    compare: byIdle,
  },
  free: {
    names: ['allFree', 'manyFree', 'someFree', 'noneFree', 'unknown'],
    nameOf: (machine) => {
      if (machineHealth(machine) === 'unknown') return 'unknown'
      const free = countOf(machine, 'FREE')
      if (isAllFree(machine)) return 'allFree'
      return free >= 4 ? 'manyFree' : free > 0 ? 'someFree' : 'noneFree'
    },
    compare: byFree,
  },
}

/** The machines in their order, below headings; groups without machines are omitted. */
export function grouped(machines: readonly FleetMachine[], sort: Sort): MachineGroup[] {
  if (sort === 'name') return byModel(machines)
  const { names, nameOf, compare } = RULES[sort]
  const named = byKey(machines, nameOf)
  return names.flatMap((name) => {
    const found = named.get(name)
    return found === undefined ? [] : { name, isModel: false, machines: found.sort(compare) }
  })
}

function byKey(
  machines: readonly FleetMachine[],
  keyOf: (machine: FleetMachine) => string,
): Map<string, FleetMachine[]> {
  const found = new Map<string, FleetMachine[]>()
  for (const machine of machines) {
    const key = keyOf(machine)
    found.set(key, [...(found.get(key) ?? []), machine])
  }
  return found
}

function byModel(machines: readonly FleetMachine[]): MachineGroup[] {
  const models = byKey(machines, modelOf)
  return [...models]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b))
    .map(([model, found]) => ({
      name: model === '' ? 'noModel' : model,
      isModel: model !== '',
      machines: found.sort(byName),
    }))
}

/** The product of the GPUs of a machine, with the others' number; empty when unknown. */
export function modelOf(machine: FleetMachine): string {
  const models = [...new Set(gpusOf(machine).flatMap(({ name }) => (name === null ? [] : productName(name))))]
  const [first = '', ...others] = models
  return others.length === 0 ? first : `${first} +${others.length}`
}

/** The same without memory and form, where there is no room: "H100" of "H100 80GB HBM3". */
export function shortModelOf(machine: FleetMachine): string {
  return /^(?:RTX )?[^\s-]+/.exec(modelOf(machine))?.[0] ?? ''
}

/** Whether the machine has all words of a search, and a GPU of the class. */
export function isWanted(machine: FleetMachine, search: string, use: GpuUse | ''): boolean {
  if (use !== '' && !(countOf(machine, use) > 0 || (use === 'UNKNOWN' && !isCurrent(machine)))) return false
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = searchable(machine)
  return words.every((word) => text.includes(word))
}

function searchable(machine: FleetMachine): string {
  const gpus = gpusOf(machine)
  const programs = gpus.flatMap(({ holders }) => (holders ?? []).flatMap(({ program, job }) => [program, job]))
  const names = gpus.flatMap(({ name, holders }) => [name, ...usersOf(holders)])
  return [machine.name, machine.id, ...new Set([...names, ...programs])].join(' ').toLowerCase()
}
