import { formatMemory } from '@/format/display'
import { listNames } from '@/format/list'
import { formatMinutes } from '@/format/number'
import type { Translate } from '@/i18n/words'
import { HELD_BYTES } from '@/store/alerts'
import { gpuInstancesOf } from '@/store/gpu-instances'
import { instancesOf, type Instance } from '@/store/instances'
import { byMemory, holderOf } from './holders'
import type { Part, Scene } from './scene'

const MINUTE = 60_000

/** The MIG instances of a GPU that are free, or idle with memory; a split GPU itself is neither idle nor busy. */
export function sharing(scene: Scene): Part {
  const { t } = scene
  const instances = instancesOf(scene.moment, scene.gpu)
  const of = (use: Instance['use']) => instances.filter((each) => each.use === use)
  const ids = of('free').map(({ id }) => id)
  const [worst] = gpuInstancesOf(instances)
    .filter(({ use, used }) => use === 'idle' && bytesOf(used) >= HELD_BYTES)
    .sort(byHeldMemory)
  const others = of('idle').filter(({ gpuInstance }) => gpuInstance !== worst?.gpuInstance).length
  const named = [
    ids.length === 0 ? '' : t('mig.isFree', { ids: listNames(ids) }, ids.length),
    worst === undefined ? '' : heldText(worst, scene),
  ].filter(Boolean)
  const idleToo = others === 0 ? [] : [t('mig.idleMore', { n: others }, others)]
  const texts = named.length === 0 ? [allTogether(instances, of('idle').length, t)] : [...named, ...idleToo]
  return { sentence: { text: texts.join(t('free.gap')) }, more: [{ text: t('mig.wholeGpu') }] }
}

/** Instances of which none is free or holds much memory. */
function allTogether(instances: readonly Instance[], idle: number, t: Translate): string {
  const n = instances.length
  if (idle > 0) return t('mig.someIdle', { n, idle }, n)
  return t(instances.some(({ use }) => use === 'unknown') ? 'mig.someUnknown' : 'mig.allUsed', { n }, n)
}

function heldText({ id, idleMillis, used, processes }: Instance, { t, locale }: Scene): string {
  const [first] = byMemory(processes)
  const words = {
    id,
    memory: formatMemory(bytesOf(used), locale),
    who: first === undefined ? t('story.noUser') : holderOf(first, t),
  }
  return idleMillis === null || idleMillis < MINUTE
    ? t('mig.idleHolds', words)
    : t('mig.idleLong', { ...words, time: formatMinutes(idleMillis) })
}

function bytesOf({ summary }: Instance['used']): number {
  return summary?.mean ?? 0
}

function byHeldMemory(a: Instance, b: Instance): number {
  return bytesOf(b.used) - bytesOf(a.used)
}
