import type { FleetMachine, GpuUse, MachineGpu } from '@/api/types'
import type { PlainKey } from '@/i18n/keys'
import { isCurrent, troubleOf } from './machines'

/** The drawing of a GPU, by the classes of `cells.css`. */
export type Look = 'working' | 'idle' | 'reserved' | 'free' | 'warn' | 'crit' | 'unknown' | 'last' | 'unread'

const LOOKS: Record<Exclude<GpuUse, 'TROUBLE'>, Look> = {
  UNKNOWN: 'unknown',
  HELD_IDLE: 'idle',
  RESERVED: 'reserved',
  FREE: 'free',
  WORKING: 'working',
}

export function lookOf(gpu: MachineGpu, machine: FleetMachine): Look {
  if (gpu.use === 'TROUBLE' && isCurrent(machine)) return troubleOf(gpu, machine.machine?.alerts ?? [])
  if (gpu.use === 'UNKNOWN' || !isCurrent(machine)) return gpu.utilization === null ? 'unknown' : 'last'
  return gpu.use === 'WORKING' && gpu.utilization === null ? 'unread' : LOOKS[gpu.use as Exclude<GpuUse, 'TROUBLE'>]
}

/** Utilization in steps of two points, so that a small change draws nothing; 0 where nothing is drawn. */
export function levelOf({ utilization }: MachineGpu): number {
  return utilization === null ? 0 : Math.round(Math.min(100, Math.max(0, utilization)) / 2) / 50
}

/** The share of memory in use, in the same steps; 0 where nothing is drawn. */
export function memoryShareOf({ memoryUsed, memoryTotal }: MachineGpu): number {
  return memoryUsed === null || !memoryTotal ? 0 : Math.round(50 * Math.min(1, memoryUsed / memoryTotal)) / 50
}

/** The looks in the legend, each with values to draw. */
export const LEGEND: readonly { look: Look; level: number; memory: number; title: PlainKey }[] = [
  { look: 'working', level: 0.75, memory: 0.8, title: 'fleetUse.WORKING' },
  { look: 'idle', level: 0, memory: 0.8, title: 'fleetUse.HELD_IDLE' },
  { look: 'reserved', level: 0, memory: 0, title: 'fleetUse.RESERVED' },
  { look: 'free', level: 0, memory: 0, title: 'fleetUse.FREE' },
  { look: 'warn', level: 0.8, memory: 0.7, title: 'health.warn' },
  { look: 'crit', level: 0, memory: 0.5, title: 'health.crit' },
  { look: 'unknown', level: 0, memory: 0, title: 'fleetUse.UNKNOWN' },
  { look: 'unread', level: 0, memory: 0.6, title: 'fleet.unread' },
]
