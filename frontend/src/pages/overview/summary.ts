import { computed, type ComputedRef } from 'vue'
import { useWords } from '@/i18n/words'
import { formatIndexes } from '@/format/indexes'
import { listClauses } from '@/format/list'
import { formatNumber } from '@/format/number'
import { formatMemory, formatPower, GIB } from '@/format/display'
import { usersOf, type Users } from '@/store/users'
import type { Row } from './rows'
import { hottest, hottestOf, sum, summedOver, sumOfLimits, total, type Total } from './totals'

/** A total of the machine and the text below it. */
export interface Figure {
  total: Total
  sub: string
}

interface Summary {
  healthy: ComputedRef<string>
  busy: ComputedRef<Figure>
  memory: ComputedRef<Figure>
  power: ComputedRef<Figure>
  hot: ComputedRef<Figure>
  people: ComputedRef<Users & { first: { name: string; gpus: string }[]; sub: string }>
}

/** Number of users next to their count; the others are below it. */
const FIRST_USERS = 2

/** Totals of all GPUs; GPUs that cannot be read are excluded and counted. */
export function useSummary(rows: () => readonly Row[]): Summary {
  const { t, locale } = useWords()
  /** The number of excluded GPUs takes the place of less important text. */
  const partly = (words: string, { unread: n, value }: Total, more = '') => {
    if (n === 0 || value === null) return listClauses([words, more])
    return [words, t('overview.unread', { n })].filter(Boolean).join(' · ')
  }

  const healthy = computed(() => {
    const n = rows().filter((row) => row.health !== 'ok' && row.gpu.state !== 'SLEEPING').length
    return n === 0 ? t('overview.healthy') : t('overview.needLook', { n }, n)
  })

  const busy = computed(() => {
    const all = total(
      rows(),
      (row) => row.utilization,
      (used) => used.filter((row) => row.gpu.busySince !== null).length,
    )
    if (all.value === null) return { total: all, sub: '' }
    const idle = all.used.filter((row) => row.gpu.idleSince !== null)
    const bytes = sum(idle, (row) => row.memory.reading.summary?.mean ?? 0)
    const holding = bytes < GIB ? '' : t('overview.holding', { memory: formatMemory(bytes, locale.value) })
    const indexes = formatIndexes(idle.map((row) => row.gpu.index))
    const words = idle.length === 0 ? t('overview.noneIdle') : t('overview.idle', { indexes }, idle.length)
    return { total: all, sub: partly(words, all, holding) }
  })

  const memory = computed(() => {
    const all = summedOver(rows(), (row) => row.memory.reading)
    const limit = sumOfLimits(all.used, (row) => row.memory.limit)
    const free = sum(all.used, (row) => row.gpu.values['memory.free'] ?? 0)
    const of = limit === null ? '' : t('overview.ofMemory', { memory: formatMemory(limit, locale.value) })
    const left = all.quality === 'ok' ? t('overview.free', { memory: formatMemory(free, locale.value) }) : ''
    return { total: all, sub: partly(of, all, left) }
  })

  const power = computed(() => {
    const all = summedOver(rows(), (row) => row.power.reading)
    const limit = sumOfLimits(all.used, (row) => row.power.limit)
    const words = limit === null ? '' : t('overview.limit', { power: formatPower(limit, locale.value) })
    return { total: all, sub: partly(words, all) }
  })

  const hot = computed(() => {
    const all = hottestOf(rows())
    const row = hottest(all.used)
    if (row === null) return { total: all, sub: '' }
    const memoryNow = row.memoryTemperature.quality === 'ok' ? row.memoryTemperature.summary : null
    const title = t('gpu.title', { index: row.gpu.index })
    if (memoryNow === null) return { total: all, sub: title }
    return {
      total: all,
      sub: `${title} · ${t('overview.memoryAt', { n: formatNumber(memoryNow.mean, 0, locale.value) })}`,
    }
  })

  const people = computed(() => {
    const known = usersOf(rows().map((row) => row.gpu))
    const users = known.users.map(({ name, gpus }) => ({ name, gpus: formatIndexes(gpus) }))
    const others = users.slice(FIRST_USERS).map(({ name, gpus }) => `${name} ${gpus}`)
    if (known.unknown > 0) others.push(t('overview.unknownProcesses', { n: known.unknown }, known.unknown))
    if (known.quality === 'ok' && users.length === 0 && known.unknown === 0) others.push(t('overview.noProcess'))
    return { ...known, first: users.slice(0, FIRST_USERS), sub: others.join(' · ') }
  })

  return { healthy, busy, memory, power, hot, people }
}
