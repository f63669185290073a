import type { GpuProcess } from '@/api/types'
import { formatMemory } from '@/format/display'
import { formatIndexes } from '@/format/indexes'
import { listNames } from '@/format/list'
import { formatMinutes } from '@/format/number'
import { formatStart } from '@/format/time'
import type { Translate } from '@/i18n/words'
import { unlisted } from '@/pages/processes/processes'
import { HELD_BYTES, idleFor } from '@/store/alerts'
import { byMemory, holderOf, jobOf, programOf } from './holders'
import type { Part, Scene } from './scene'
import { sharing } from './split'

/** "Idle for 13 min. Holds 74 GiB for …" and what would become free. */
export function resting({ moment, gpu, t, locale }: Scene, idle: number): Part {
  const [first, ...others] = byMemory(gpu.processes)
  const memory = formatMemory(gpu.values['memory.used'] ?? 0, locale)
  const words = { time: formatMinutes(idle), memory, since: formatStart(moment.edge - idle, moment.edge) }
  if (first === undefined) return { sentence: { text: t('story.heldByNone', words) } }
  const freed = first.values['process.memory.used']
  const program = programOf(first, t)
  const more = freed === undefined ? [] : [t('story.ifEnds', { ...words, program, freed: formatMemory(freed, locale) })]
  const who = t('story.and', { first: holderOf(first, t), others: othersOf(first, others, t) })
  const text = t('story.held', { ...words, who: others.length === 0 ? holderOf(first, t) : who })
  return { sentence: { text }, more: more.map((each) => ({ text: each })) }
}

/** Its work, or that it is free. */
export function working(scene: Scene): Part {
  if (scene.gpu.mig.length > 0) return sharing(scene)
  const { moment, gpu, t } = scene
  const [first, ...others] = byMemory(gpu.processes)
  const idle = idleFor(moment.snapshot.takenAt, gpu)
  if (idle !== null && (gpu.values['memory.used'] ?? 0) >= HELD_BYTES) return resting(scene, idle)
  if (idle !== null) {
    const time = formatMinutes(idle)
    const n = gpu.processes.length + gpu.processesOmitted
    const empty = unlisted([gpu]).unread.length > 0 ? 'story.idleUnread' : 'story.free'
    return { sentence: { text: n === 0 ? t(empty, { time }) : t('story.idle', { time, n }, n) } }
  }
  if (first === undefined) return { sentence: { text: t(gpu.busySince === null ? 'story.unknown' : 'story.busy') } }
  const peers = jobOf(moment.snapshot.gpus, gpu, first)
  const text = t('story.serves', {
    program: programOf(first, t),
    user: first.facts['user'] === undefined ? '' : t('story.forUser', { user: first.facts['user'] }),
    since:
      first.startedAt === null ? '' : t('story.since', { time: formatStart(Date.parse(first.startedAt), moment.edge) }),
    together: peers.length === 0 ? '' : t('story.with', { indexes: formatIndexes(peers) }, peers.length),
    others: others.length === 0 ? '' : t('story.others', { n: others.length }, others.length),
  })
  return { sentence: { text } }
}

/** The users of the other processes, or their number. */
function othersOf(first: GpuProcess, others: readonly GpuProcess[], t: Translate): string {
  const users = [...new Set(others.map(({ facts }) => facts['user']))]
  const isNamed = users.length <= 2 && users.every((user) => user !== undefined && user !== first.facts['user'])
  return isNamed ? listNames(users as string[]) : t('overview.processes', { n: others.length }, others.length)
}
