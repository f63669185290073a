import type { FleetMachine, GpuUse, MachineAlert, MachineGpu, MachineHolder } from '@/api/types'
import { healthOf, type Health } from '@/api/states'

/** The classes of GPUs, in the order in which each GPU is in the first one that applies. */
export const USES = ['UNKNOWN', 'TROUBLE', 'HELD_IDLE', 'RESERVED', 'FREE', 'WORKING'] as const satisfies GpuUse[]

/** The name of a machine in addresses; that of this machine is not the address of a gpulse. */
export function keyOf({ id }: Pick<FleetMachine, 'id'>): string {
  return id === '' ? 'this' : id
}

export function gpusOf({ machine }: FleetMachine): readonly MachineGpu[] {
  return machine?.gpus ?? []
}

/** Whether its numbers are those of now. */
export function isCurrent({ answer }: Pick<FleetMachine, 'answer'>): boolean {
  return answer === 'LOCAL' || answer === 'OK'
}

export function countOf(machine: FleetMachine, use: GpuUse): number {
  return gpusOf(machine).filter((gpu) => gpu.use === use).length
}

/** Alerts about the hardware: of GPUs in trouble, or of the machine. */
export function troublesOf(machine: FleetMachine): readonly MachineAlert[] {
  return (machine.machine?.alerts ?? []).filter(({ trouble }) => trouble)
}

/** The health of a GPU in trouble. */
export function troubleOf(gpu: MachineGpu, alerts: readonly MachineAlert[]): 'warn' | 'crit' {
  const isCritical =
    (gpu.state !== null && healthOf(gpu.state, false) === 'crit') ||
    alerts.some(({ severity, gpus }) => severity === 'critical' && gpus.includes(gpu.index))
  return isCritical ? 'crit' : 'warn'
}

/** The health of a machine: the worst of its GPUs. */
export function machineHealth(machine: FleetMachine): Health {
  const gpus = gpusOf(machine)
  if (!isCurrent(machine)) return 'unknown'
  const troubles = troublesOf(machine)
  const ailing = gpus.filter(({ use }) => use === 'TROUBLE')
  if (troubles.some(({ severity }) => severity === 'critical')) return 'crit'
  if (ailing.some((gpu) => troubleOf(gpu, troubles) === 'crit')) return 'crit'
  if (ailing.length > 0 || troubles.length > 0) return 'warn'
  return gpus.length > 0 && gpus.every(({ use }) => use === 'UNKNOWN') ? 'unknown' : 'ok'
}

/** Time since a GPU is in its state, by the clock of its machine; null when unknown. */
export function spanOf({ since }: Pick<MachineGpu, 'since'>, takenAt: string | null): number | null {
  return since === null || takenAt === null ? null : Math.max(0, Date.parse(takenAt) - Date.parse(since))
}

/** The longest time for which a GPU of the machine is held idle; null if none is or when unknown. */
export function longestIdle(machine: FleetMachine): number | null {
  const spans = gpusOf(machine).flatMap((gpu) =>
    gpu.use === 'HELD_IDLE' ? (spanOf(gpu, machine.machine?.takenAt ?? null) ?? []) : [],
  )
  return spans.length === 0 ? null : Math.max(...spans)
}

/** The users of a GPU, else their jobs, each once. */
export function usersOf(holders: readonly MachineHolder[] | null): string[] {
  return [...new Set((holders ?? []).flatMap(({ user, job }) => user ?? job ?? []))]
}

/** Number of GPUs by user, the greatest first. */
export function countUsers(gpus: readonly MachineGpu[]): [user: string, gpus: number][] {
  const counts = new Map<string, number>()
  for (const user of gpus.flatMap(({ holders }) => usersOf(holders))) counts.set(user, (counts.get(user) ?? 0) + 1)
  return [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b))
}

/** The sum of the known values; null if none is known. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** An address of another gpulse, if a browser can open it safely; a list may have anything. */
export function pageOf(url: string | null, path = ''): string | undefined {
  return url !== null && /^https?:\/\/[^/]/i.test(url) ? `${url.replace(/\/+$/, '')}/${path}` : undefined
}
