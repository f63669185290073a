import type { Gpu, GpuState } from '@/api/types'
import { gpuKey, healthOf, type Health } from '@/api/words'
import { formatIndexes } from '@/format/indexes'
import { GIB } from '@/format/display'
import { clockPace, type Brake } from './clocks'
import { isStale, type Moment } from './readings'

/** Why somebody should look at a GPU: what the driver says of it, read against its own limits. */
export type Concern =
  | { kind: Exclude<GpuState, 'OK' | 'ATTACHING'> }
  | { kind: 'hot'; celsius: number }
  | { kind: Brake; share: number }
  | { kind: 'held'; bytes: number; idleMillis: number }

const HOT_MARGIN_CELSIUS = 5
const HELD_BYTES = GIB
const HELD_MILLIS = 600_000

/** How a GPU stands, everything that is known of it taken together. */
export function healthNow(moment: Moment, gpu: Gpu, concerns = concernsOf(moment, gpu)): Health {
  const health = healthOf(gpu.state, isStale(moment, gpu))
  return health === 'ok' && concerns.length > 0 ? 'warn' : health
}

export function concernsOf(moment: Moment, gpu: Gpu): Concern[] {
  if (gpu.state === 'ATTACHING') return []
  if (gpu.state !== 'OK') return [{ kind: gpu.state }]
  // What was wrong a while ago may be over.
  if (isStale(moment, gpu)) return []
  return [hot(moment, gpu), heldBack(moment, gpu), held(moment, gpu)].filter((concern) => concern !== null)
}

function hot({ limits }: Moment, gpu: Gpu): Concern | null {
  const celsius = gpu.values['temperature.gpu']
  if (celsius === undefined) return null
  const slowdown = slowdownCelsius(gpu, limits.get(gpuKey(gpu)))
  return slowdown !== null && slowdown - celsius <= HOT_MARGIN_CELSIUS ? { kind: 'hot', celsius } : null
}

/** Where the GPU begins to slow itself down: newer ones tell how far it is to there, older ones where it is. */
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

/** A board at its full power limit does what it was bought for; one that was given less is worth a look. */
function heldBack(moment: Moment, gpu: Gpu): Concern | null {
  const pace = clockPace(moment, gpu)
  if (pace === null || pace.share === null) return null
  if (pace.pace === 'capped') {
    const limits = moment.limits.get(gpuKey(gpu))
    const enforced = limits?.['enforced.power.limit'] ?? Infinity
    return enforced < (limits?.['power.default_limit'] ?? 0) ? { kind: 'capped', share: pace.share } : null
  }
  return pace.pace === 'thermal' || pace.pace === 'brake' ? { kind: pace.pace, share: pace.share } : null
}

function held({ snapshot }: Moment, gpu: Gpu): Concern | null {
  const bytes = gpu.values['memory.used'] ?? 0
  const idleMillis = idleFor(snapshot.takenAt, gpu) ?? 0
  return bytes >= HELD_BYTES && idleMillis >= HELD_MILLIS ? { kind: 'held', bytes, idleMillis } : null
}

/** How long a GPU has been idle, both times being the server's; null while it is busy or nobody knows. */
export function idleFor(takenAt: string, gpu: Gpu): number | null {
  return gpu.idleSince === null ? null : Math.max(0, Date.parse(takenAt) - Date.parse(gpu.idleSince))
}

/** One sentence about all GPUs that share a concern. */
export interface SharedConcern {
  kind: Concern['kind']
  indexes: string
  count: number
  celsius: number
  share: number
  bytes: number
  idleMillis: number
}

const WORST_FIRST: readonly Concern['kind'][] = [
  'LOST',
  'RESET_REQUIRED',
  'ERROR',
  'STUCK',
  'hot',
  'thermal',
  'brake',
  'held',
  'capped',
]

export function sharedConcerns(rows: readonly { gpu: Gpu; concerns: readonly Concern[] }[]): SharedConcern[] {
  return WORST_FIRST.flatMap((kind) => {
    const sharing = rows.flatMap(({ gpu, concerns }) =>
      concerns.filter((concern) => concern.kind === kind).map((concern) => ({ index: gpu.index, concern })),
    )
    if (sharing.length === 0) return []
    const of = (number: (concern: Concern) => number) => sharing.map(({ concern }) => number(concern))
    return {
      kind,
      indexes: formatIndexes(sharing.map(({ index }) => index)),
      count: sharing.length,
      celsius: Math.max(...of((concern) => (concern.kind === 'hot' ? concern.celsius : 0))),
      share: Math.max(...of((concern) => ('share' in concern ? concern.share : 0))),
      bytes: of((concern) => (concern.kind === 'held' ? concern.bytes : 0)).reduce((sum, bytes) => sum + bytes, 0),
      idleMillis: Math.min(...of((concern) => (concern.kind === 'held' ? concern.idleMillis : 0))),
    }
  })
}
