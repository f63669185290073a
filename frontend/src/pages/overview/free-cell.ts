import type { FreeGpus, GpuAvailability, GpuState } from '@/api/types'
import { formatMemory, GIB } from '@/format/display'
import type { Translate } from '@/i18n/words'
import { RUNNING } from '@/store/users'
import type { ProfileColumn } from '@/ui/ProfileGlyph.vue'
import { gpuClause, plainClauses, type Clause } from './clauses'
import type { Row } from './rows'
import { sum } from './totals'

const UNUSABLE: ReadonlySet<GpuState> = new Set<GpuState>(['LOST', 'RESET_REQUIRED', 'ERROR', 'STUCK'])

/** The columns of the free cell: busy, held, free, lost or unknown. */
export function freeColumns(rows: readonly Row[], gpus: FreeGpus['gpus']): ProfileColumn[] {
  const known = new Map(gpus.map((gpu) => [gpu.index, gpu]))
  return rows.map((row) => ({ key: row.key, percent: null, look: lookOf(row, known.get(row.gpu.index)) }))
}

function lookOf({ gpu }: Row, found: GpuAvailability | undefined): ProfileColumn['look'] {
  if (UNUSABLE.has(gpu.state)) return 'lost'
  if (found?.category === 'FREE') return 'free'
  if (found?.category === 'FREE_BUT') return 'held'
  return found?.obstacles.includes('UTILIZATION') ? 'busy' : undefined
}

/** The clauses of the free cell, the worst first. */
export function freeClauses(rows: readonly Row[], gpus: FreeGpus['gpus'], t: Translate, locale: string): Clause[] {
  const of = (wanted: GpuAvailability['category']) =>
    gpus.filter(({ category }) => category === wanted).map(({ index }) => index)
  const unusable = rows.filter(({ gpu }) => UNUSABLE.has(gpu.state)).map(({ gpu }) => gpu.index)
  const held = of('FREE_BUT')
  const bytes = sum(
    rows.filter(({ gpu }) => held.includes(gpu.index)),
    (row) => row.memory.reading.summary?.mean ?? 0,
  )
  const running = rows.length === 1 ? rows[0]?.gpu.values[RUNNING] : undefined
  const clauses = [
    ...gpuClause(t, 'unusableGpu', unusable, { tone: 'crit' }),
    ...gpuClause(t, 'idleGpu', held, { tone: 'warn' }),
    ...plainClauses(
      bytes < GIB ? null : t('overview.holding', { memory: formatMemory(bytes, locale) }),
      running === undefined ? null : t('overview.processes', { n: running }, running),
    ),
    ...(rows.length === 1 ? [] : gpuClause(t, 'freeGpu', of('FREE'))),
  ]
  return clauses.length > 0 ? clauses : plainClauses(t('overview.noneIdle'))
}
