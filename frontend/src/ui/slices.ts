import { shownName } from '@/api/names'
import { formatMemory, GIB } from '@/format/display'
import { listClauses } from '@/format/list'
import { formatMinutes, formatNumber, formatPercent } from '@/format/number'
import { t } from '@/i18n/words'
import { gpuInstancesOf } from '@/store/gpu-instances'
import type { Instance } from '@/store/instances'
import type { Reading } from '@/store/readings'
import type { Slice } from './SliceBar.vue'

/** Less of the GPU is lost by rounding, not left. */
const LEAST_LEFT = 0.05

/** The compute slices of the instances, filled by their SM activity. */
export function computeSlices(instances: readonly Instance[], locale: string): Slice[] {
  return instances.map((instance) => ({
    key: instance.key,
    weight: instance.slices ?? 1,
    use: instance.use,
    percent: measured(instance.sm),
    stale: isStale(instance, instance.sm),
    title: describeInstance(instance, locale),
    ...namesOf(instance),
    more: instance.use === 'used' ? activityText(instance, locale) : useText(instance),
  }))
}

/** The memory of the instances, filled as far as it is used, and the memory in no instance. */
export function memorySlices(instances: readonly Instance[], left: number | null, locale: string): Slice[] {
  const own = gpuInstancesOf(instances).filter(({ total }) => total.value !== null)
  const all = own.reduce((sum, { total }) => sum + (total.value ?? 0), left ?? 0)
  const slices = own.map((instance): Slice => {
    const used = measured(instance.used)
    const total = instance.total.value ?? 0
    const gib = (bytes: number) => formatNumber(bytes / GIB, 1, locale)
    const size = gib(total)
    return {
      ...{ key: instance.key, weight: total, use: instance.use, stale: isStale(instance, instance.used) },
      percent: used === null ? null : (100 * used) / total,
      title: listClauses([instance.id, `${used === null ? '' : `${gib(used)} / `}${size} GiB`]),
      brief: used === null || instance.use === 'free' ? size : gib(used),
      more: used === null || instance.use === 'free' ? '' : `/ ${size}`,
    }
  })
  if (left === null || left < LEAST_LEFT * all) return slices
  const title = t('mig.left', { memory: formatMemory(left, locale) })
  return [...slices, { ...{ key: 'left', weight: left, use: 'left' as const, percent: 0, stale: false, title } }]
}

/** "0:2, 2g.20gb, SM active 71 %, train.py, mchen". */
export function describeInstance(instance: Instance, locale: string): string {
  const [top] = instance.processes
  const isComputing = instance.use === 'used' && measured(instance.sm) !== null
  return listClauses([
    instance.id,
    instance.profile,
    isComputing ? `${t('mig.smActive')} ${activityText(instance, locale)}` : useText(instance),
    isComputing ? sharedBy(instance) : null,
    top === undefined ? null : shownName(top),
    top?.facts['user'],
  ])
}

/** The GPU instance whose values its compute instance shares with others; null if it has them alone. */
export function sharedBy({ id, gpuInstance }: Instance): string | null {
  return id === gpuInstance ? null : t('mig.sharedBy', { id: gpuInstance })
}

/** The use of an instance in a word, with its idle time where that is known. */
export function useText({ use, idleMillis }: Pick<Instance, 'use' | 'idleMillis'>): string {
  if (use === 'idle' && idleMillis !== null) return t('overview.idleFor', { span: formatMinutes(idleMillis) })
  return t(USES[use])
}
const USES = { used: 'mig.inUse', idle: 'mig.idle', free: 'mig.free', unknown: 'mig.unknown' } as const

/** `3g.40gb`, and `3g` where there is less room. */
function namesOf({ profile, id }: Instance): Pick<Slice, 'brief' | 'long'> {
  const [brief = id] = profile?.split('.') ?? []
  return profile === null || profile === brief ? { brief } : { brief, long: profile }
}

function activityText({ sm }: Instance, locale: string): string {
  const percent = measured(sm)
  return percent === null ? '' : formatPercent(percent, locale)
}

function isStale({ health }: Instance, { quality }: Reading): boolean {
  return health === 'unknown' || quality === 'stale'
}

function measured({ quality, summary }: Reading): number | null {
  return quality === 'ok' || quality === 'stale' ? (summary?.mean ?? null) : null
}
