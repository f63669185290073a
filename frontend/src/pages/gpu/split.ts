import { formatMemory } from '@/format/display'
import { listNames } from '@/format/list'
import { formatMinutes } from '@/format/number'
import { HELD_BYTES } from '@/store/alerts'
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
  const [worst, ...others] = of('idle')
    .filter(({ used }) => bytesOf(used) >= HELD_BYTES)
    .sort(byHeldMemory)
  const sentences = [
    ids.length === 0 ? '' : t('mig.isFree', { ids: listNames(ids) }, ids.length),
    worst === undefined ? '' : heldText(worst, scene),
    others.length === 0 ? '' : t('mig.idleMore', { n: others.length }, others.length),
  ]
  const n = instances.length
  const otherwise = t(of('unknown').length > 0 ? 'mig.someUnknown' : 'mig.allUsed', { n }, n)
  const isWarned = instances.some(({ health }) => health === 'warn')
  return {
    sentence: { text: sentences.filter(Boolean).join(t('free.gap')) || otherwise },
    more: [{ text: t('mig.wholeGpu') }],
    ...(isWarned && { health: 'warn' as const }),
  }
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
