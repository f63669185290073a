import { isRead } from '@/api/states'
import type { Gpu } from '@/api/types'
import { gpuKey } from '@/api/names'
import { formatIndexes } from '@/format/indexes'
import { formatMemory, GIB } from '@/format/display'
import { formatMinutes, formatNumber } from '@/format/number'
import { locale, t } from '@/i18n/words'
import { clockStatus, type SlowdownReason } from './clocks'
import { isStale, type Moment } from './readings'

/** Values of a GPU beyond its own limits. */
export type Alert =
  | { kind: 'hot'; celsius: number }
  | { kind: SlowdownReason; share: number }
  | { kind: 'held'; bytes: number; idleMillis: number }

const HOT_MARGIN_CELSIUS = 5
/** An idle GPU that holds less is no problem. */
export const HELD_BYTES = GIB
export const HELD_MILLIS = 600_000

/** Words for GPUs without a process in the list of the driver: those of other containers are not in it. */
export function noProcessText(...gpus: readonly Pick<Gpu, 'values'>[]): string {
  const isUsed = gpus.some(({ values }) => (values['memory.used'] ?? 0) >= HELD_BYTES)
  return t(isUsed ? 'overview.unseen' : 'overview.noProcess')
}

export function alertsOf(moment: Moment, gpu: Gpu): Alert[] {
  // An old alert may be over.
  if (!isRead(gpu.state) || isStale(moment, gpu)) return []
  return [hot(moment, gpu), heldBack(moment, gpu), held(moment, gpu)].filter((alert) => alert !== null)
}

function hot({ limits }: Moment, gpu: Gpu): Alert | null {
  const celsius = gpu.values['temperature.gpu']
  if (celsius === undefined) return null
  const slowdown = slowdownCelsius(gpu, limits.get(gpuKey(gpu)))
  return slowdown !== null && slowdown - celsius <= HOT_MARGIN_CELSIUS ? { kind: 'hot', celsius } : null
}

/** The temperature at which a GPU slows down: newer ones report the margin, older ones the threshold. */
export function slowdownCelsius(gpu: Gpu, limits: Gpu['values'] | undefined): number | null {
  const celsius = gpu.values['temperature.gpu']
  const margin = gpu.values['temperature.gpu.tlimit']
  const known = [
    limits?.['temperature.threshold.gpu_max'],
    limits?.['temperature.threshold.slowdown'],
    celsius === undefined || margin === undefined ? undefined : celsius + margin,
  ].filter((each) => each !== undefined)
  return known.length === 0 ? null : Math.min(...known)
}

/** A board at its default power limit works as intended; one with a lower limit has an alert. */
function heldBack(moment: Moment, gpu: Gpu): Alert | null {
  const clocks = clockStatus(moment, gpu)
  if (clocks === null || clocks.share === null) return null
  if (clocks.reason === 'capped') {
    const limits = moment.limits.get(gpuKey(gpu))
    const enforced = limits?.['enforced.power.limit'] ?? Infinity
    return enforced < (limits?.['power.default_limit'] ?? 0) ? { kind: 'capped', share: clocks.share } : null
  }
  return clocks.reason === 'thermal' || clocks.reason === 'brake' ? { kind: clocks.reason, share: clocks.share } : null
}

function held({ snapshot }: Moment, gpu: Gpu): Alert | null {
  const bytes = gpu.values['memory.used'] ?? 0
  const idleMillis = idleFor(snapshot.takenAt, gpu) ?? 0
  return bytes >= HELD_BYTES && idleMillis >= HELD_MILLIS ? { kind: 'held', bytes, idleMillis } : null
}

/** How long a GPU has been idle, by the server's clock; null while it is busy or unknown. */
export function idleFor(takenAt: string, gpu: Gpu): number | null {
  return gpu.idleSince === null ? null : Math.max(0, Date.parse(takenAt) - Date.parse(gpu.idleSince))
}

/** One sentence about all GPUs that share an alert. */
export interface SharedAlert {
  kind: Alert['kind']
  indexes: string
  count: number
  celsius: number
  share: number
  bytes: number
  idleMillis: number
}

const WORST_FIRST: readonly Alert['kind'][] = ['hot', 'thermal', 'brake', 'held', 'capped']

export function sharedAlerts(rows: readonly { gpu: Gpu; alerts: readonly Alert[] }[]): SharedAlert[] {
  return WORST_FIRST.flatMap((kind) => {
    const sharing = rows.flatMap(({ gpu, alerts }) =>
      alerts.filter((alert) => alert.kind === kind).map((alert) => ({ index: gpu.index, alert })),
    )
    const [first] = sharing
    if (first === undefined) return []
    const of = (number: (alert: Alert) => number) => sharing.map(({ alert }) => number(alert))
    return {
      kind: first.alert.kind,
      indexes: formatIndexes(sharing.map(({ index }) => index)),
      count: sharing.length,
      celsius: Math.max(...of((alert) => (alert.kind === 'hot' ? alert.celsius : 0))),
      share: Math.max(...of((alert) => ('share' in alert ? alert.share : 0))),
      bytes: of((alert) => (alert.kind === 'held' ? alert.bytes : 0)).reduce((sum, bytes) => sum + bytes, 0),
      idleMillis: Math.min(...of((alert) => (alert.kind === 'held' ? alert.idleMillis : 0))),
    }
  })
}

/** The sentence about them, while no rule of the server has one. */
export function alertText(shared: SharedAlert): string {
  const { kind, count, indexes, celsius, share, bytes, idleMillis } = shared
  const words = {
    indexes,
    celsius: formatNumber(celsius, 0, locale.value),
    share: formatNumber(share, 0, locale.value),
    memory: formatMemory(bytes, locale.value),
    idle: formatMinutes(idleMillis),
  }
  return t(`alert.${kind}`, words, count)
}
