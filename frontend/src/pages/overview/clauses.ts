import { formatIndexes } from '@/format/indexes'
import type { Translate } from '@/i18n/words'

/** A part of the line below a number of the summary. */
export interface Clause {
  text: string
  tone?: 'warn' | 'crit'
}

/** More characters than this do not fit a cell. */
const LONGEST_INDEXES = 7

/** One clause that names GPUs, or only their number where the names do not fit; none without GPUs. */
export function gpuClause(
  t: Translate,
  key: 'unusableGpu' | 'idleGpu' | 'throttledGpu' | 'freeGpu',
  indexes: readonly number[],
  tone: Pick<Clause, 'tone'> = {},
): Clause[] {
  if (indexes.length === 0) return []
  const names = formatIndexes(indexes)
  const n = indexes.length
  const text = names.length > LONGEST_INDEXES ? t(`overview.${key}s`, { n }) : t(`overview.${key}`, { indexes: names })
  return [{ text, ...tone }]
}

/** Clauses without a tone; the absent ones are omitted. */
export function plainClauses(...texts: readonly (string | null)[]): Clause[] {
  return texts.flatMap((text) => (text === null ? [] : { text }))
}
