import type { Gpu, GpuProcess, MigInstance } from '@/api/types'
import { instanceKey } from '@/api/names'
import { healthOf, type GpuGlyph, isRead } from '@/api/states'
import type { Series } from '@/timeseries/timeline'
import { alertsOf, HELD_BYTES, HELD_MILLIS } from './alerts'
import { isStale, type Moment } from './readings'

/** As for whole GPUs. */
const IDLE_PERCENT = 1

/** Status of a GPU on all pages: the worst of its state, its insights, its alerts and its instances. */
export function healthNow(moment: Moment, gpu: Gpu, alerts = alertsOf(moment, gpu)): GpuGlyph {
  const health = healthOf(gpu.state, isStale(moment, gpu))
  const { marks } = moment
  // Alerts that rules of the server cover are left to them: they may be silenced.
  const own = marks == null ? alerts : alerts.filter(({ kind }) => kind === 'hot')
  // No rule covers an idle instance of a GPU that is not idle itself.
  const isHeld = alerts.every(({ kind }) => kind !== 'held') && gpu.mig.some((each) => isHeldIdle(moment, gpu, each))
  const all = [health, marks?.get(gpu.uuid ?? ''), own.length > 0 || isHeld ? 'warn' : null]
  return WORST.find((each) => all.includes(each)) ?? health
}
const WORST: readonly GpuGlyph[] = ['crit', 'warn', 'info']

/** Whether processes have held memory of the instance for long without computing. */
export function isHeldIdle(moment: Moment, gpu: Gpu, instance: MigInstance): boolean {
  const { values } = instance
  const isIdle = isRead(gpu.state) && !isStale(moment, gpu) && values['mig.activity.sm'] !== undefined
  if (!isIdle || (values['mig.memory.used'] ?? 0) < HELD_BYTES || !runningOn(gpu, instance)) return false
  return (idleOf(moment, moment.timeline.read(instanceKey(instance), 'mig.activity.sm'))?.millis ?? 0) >= HELD_MILLIS
}

/** Number of processes on the instance; null if it is not known. */
export function runningOn({ processes }: Gpu, instance: MigInstance): number | null {
  const listed = processes.filter((process) => isOn(process, instance)).length
  return instance.values['mig.processes.running'] ?? (listed || null)
}

export function isOn(process: GpuProcess, instance: MigInstance): boolean {
  return process.gpuInstance === instance.gpuInstance && process.computeInstance === instance.computeInstance
}

/** The idle time until now; null while it computes. Whole if the samples include the time before. */
export function idleOf({ edge, patienceMillis }: Moment, series: Series | undefined) {
  if (series === undefined) return null
  let first: number | null = null
  for (let i = series.times.length - 1; i >= 0; i--) {
    const [time = NaN, value = NaN] = [series.times[i], series.values[i]]
    // Other metrics have samples at times without one of this.
    if (time > edge || Number.isNaN(value)) continue
    const isGap = first !== null && first - time > patienceMillis
    if (value > IDLE_PERCENT || isGap) return first === null ? null : { millis: edge - first, isWhole: !isGap }
    first = time
  }
  return first === null ? null : { millis: edge - first, isWhole: false }
}
