import type { Health } from '@/api/states'
import type { Gpu } from '@/api/types'
import { alertsOf, type Alert } from './alerts'
import { healthNow } from './health'
import { fleetReadings, laneReadings, NOW_MILLIS, type Moment } from './readings'

/** A summary of the machine for title and icon of the tab. */
export interface MachineStatus {
  gpus: number
  /** Mean utilization in percent of the GPUs that can be read. */
  percent: number | null
  idle: number
  /** Of each GPU, null where it could not be read. */
  columns: (number | null)[]
  trouble: Extract<Health, 'ok' | 'warn' | 'crit'>
  /** The GPUs that are in trouble. */
  troubled: number[]
}

/** Alerts that the tab shows; a power cap or held memory can wait. */
const SHOWN: readonly Alert['kind'][] = ['hot', 'thermal', 'brake']

/** Kinds that rules of the server cover: without an insight they may be silenced. */
const JUDGED: readonly Alert['kind'][] = ['thermal', 'brake']

function isSilenced({ marks }: Moment, { uuid }: Gpu, kind: Alert['kind']): boolean {
  return JUDGED.includes(kind) && marks != null && !marks.has(uuid ?? '')
}

export function machineStatus(moment: Moment): MachineStatus {
  const { gpus } = moment.snapshot
  const span = { from: moment.edge - NOW_MILLIS, to: moment.edge }
  const lanes = gpus.map((gpu) => laneReadings(moment, gpu, 'utilization.gpu', span))
  const troubles = gpus.flatMap((gpu) => {
    const isShown = ({ kind }: Alert) => SHOWN.includes(kind) && !isSilenced(moment, gpu, kind)
    const alerts = alertsOf(moment, gpu)
    const isCritical = healthNow(moment, gpu, alerts) === 'crit'
    return isCritical || gpu.state === 'SLOW' || alerts.some(isShown) ? [{ index: gpu.index, isCritical }] : []
  })
  const isCritical = troubles.some((each) => each.isCritical)
  return {
    gpus: gpus.length,
    percent: fleetReadings(lanes).now?.mean ?? null,
    idle: gpus.filter((gpu) => gpu.idleSince !== null).length,
    columns: lanes.map(({ now }) =>
      now.quality === 'ok' || now.quality === 'stale' ? (now.summary?.mean ?? null) : null,
    ),
    trouble: isCritical ? 'crit' : troubles.length > 0 ? 'warn' : 'ok',
    troubled: troubles.map(({ index }) => index),
  }
}
