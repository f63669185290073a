import { computed, type ComputedRef } from 'vue'
import { formatMemory, formatPower } from '@/format/display'
import { formatIndexes } from '@/format/indexes'
import { formatNumber, formatPercent } from '@/format/number'
import { useWords } from '@/i18n/words'
import type { Alert } from '@/store/alerts'
import { gpuClause, plainClauses, type Clause } from './clauses'
import type { Row } from './rows'
import { hottest, hottestOf, sum, summedOver, sumOfLimits, total, type Total } from './totals'

/** A total of the machine and the clauses below it, the most important first. */
export interface Figure {
  total: Total
  clauses: Clause[]
}

type Measure = 'utilization' | 'memory' | 'power' | 'hottest'

/** Alerts of reduced clocks. */
const THROTTLED: ReadonlySet<Alert['kind']> = new Set<Alert['kind']>(['capped', 'thermal', 'brake'])

/** Totals of all GPUs that could be read. */
export function useSummary(rows: () => readonly Row[]): Record<Measure, ComputedRef<Figure>> {
  const { t, locale } = useWords()
  const isOne = () => rows().length === 1

  const utilization = computed(() => {
    const mean = (used: readonly Row[]) => sum(used, (row) => row.utilization.summary?.mean ?? 0) / used.length
    const all = total(rows(), (row) => row.utilization, mean)
    if (all.value === null) return { total: all, clauses: [] }
    const active = rows()[0]?.gpu.values['activity.sm']
    if (isOne() && active !== undefined) {
      return {
        total: all,
        clauses: plainClauses(t('overview.smActive', { share: formatPercent(active, locale.value) })),
      }
    }
    const idle = all.used.filter((row) => row.gpu.idleSince !== null).length
    const busy = all.used.filter((row) => row.gpu.busySince !== null).length
    const counts = [
      busy > 0 ? t('overview.busy', { n: busy }) : null,
      idle > 0 ? t('overview.idle', { n: idle }) : null,
    ]
    return { total: all, clauses: plainClauses(...counts) }
  })

  const memory = computed(() => {
    const all = summedOver(rows(), (row) => row.memory.reading)
    const isShared = all.used.length > 0 && all.used.every((row) => row.sharesMemory)
    // GPUs that share the memory of the system share the same one.
    const counted = isShared ? all.used.slice(0, 1) : all.used
    const limit = sumOfLimits(counted, (row) => row.memory.limit)
    const free = sum(counted, (row) => row.gpu.values['memory.free'] ?? 0)
    const of =
      limit === null
        ? null
        : t(isShared ? 'overview.ofShared' : 'overview.ofMemory', { memory: formatMemory(limit, locale.value) })
    const left = all.quality === 'ok' ? t('overview.free', { memory: formatMemory(free, locale.value) }) : null
    return { total: all, clauses: plainClauses(of, left) }
  })

  const power = computed(() => {
    const all = summedOver(rows(), (row) => row.power.reading)
    const slowed = rows().filter((row) => row.alerts.some(({ kind }) => THROTTLED.has(kind)))
    const limit = sumOfLimits(all.used, (row) => row.power.limit)
    const words = limit === null ? null : t('overview.limit', { power: formatPower(limit, locale.value) })
    const throttled = slowed.map(({ gpu }) => gpu.index)
    return {
      total: all,
      clauses: [...gpuClause(t, 'throttledGpu', throttled, { tone: 'warn' }), ...plainClauses(words)],
    }
  })

  const hot = computed(() => {
    const all = hottestOf(rows())
    const row = hottest(all.used)
    if (row === null) return { total: all, clauses: [] }
    const memoryNow = row.memoryTemperature.quality === 'ok' ? row.memoryTemperature.summary : null
    const words = memoryNow && t('overview.memoryAt', { n: formatNumber(memoryNow.mean, 0, locale.value) })
    return { total: all, clauses: plainClauses(t('gpu.title', { index: formatIndexes([row.gpu.index]) }), words) }
  })

  return { utilization, memory, power, hottest: hot }
}
