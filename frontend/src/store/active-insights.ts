import type { Insight, InsightBoard, InsightCheck, Severity, Translations } from '@/api/types'
import type { GpuGlyph } from '@/api/states'
import { formatIndexes } from '@/format/indexes'
import type { Translate } from '@/i18n/words'

/* Functions of the overview, which is part of the first load; others are in other files. */

export const GLYPH = { info: 'info', warning: 'warn', critical: 'crit' } as const
const WORST_FIRST: readonly Severity[] = ['critical', 'warning', 'info']

/** The most severe first, and those of the same severity in the order of the server. */
export function worstFirst<T extends Pick<Insight, 'severity'>>(insights: readonly T[]): T[] {
  return WORST_FIRST.flatMap((each) => insights.filter(({ severity }) => severity === each))
}

/** Active insights that are not muted, the most severe first. */
export function activeOf({ insights }: InsightBoard, muted: readonly string[]): Insight[] {
  return worstFirst(insights.filter(({ id, state }) => state === 'active' && !muted.includes(id)))
}

/** Whether a check passed on every GPU. */
export function hasPassed({ outcome, gpus }: Pick<InsightCheck, 'outcome' | 'gpus'>): boolean {
  return outcome === 'passed' && gpus.length === 0
}

/** Whether an operator should act. */
export function needsAction({ severity }: Pick<Insight, 'severity'>): boolean {
  return severity !== 'info'
}

/** A text, and its language if that is not the page's. */
export interface TranslatedText {
  text: string
  lang: 'en' | undefined
}

/** A text of the server in the language of the page, else in English; null if it is empty. */
export function said<Key extends string>(
  source: { [K in Key]: string | null } & { translations: Translations<Key> },
  key: Key,
  locale: string,
): TranslatedText | null {
  const translated = source.translations[locale]?.[key]
  if (locale !== 'en' && typeof translated === 'string' && translated !== '')
    return { text: translated, lang: undefined }
  const english = source[key]
  return english === null || english === '' ? null : { text: english, lang: locale === 'en' ? undefined : 'en' }
}

/** The short form with its GPUs, for a line of its own. */
export function lineOf(insight: Insight, locale: string, t: Translate): TranslatedText {
  const { text, lang } = said(insight, 'short', locale) ?? { text: insight.short, lang: undefined }
  const n = insight.gpus.length
  const indexes = formatIndexes(insight.gpus.map(({ index }) => index))
  return { text: n === 0 ? text : t('gpu.about', { indexes, text }, n), lang }
}

/** The greatest severity of the insights about each GPU, by UUID. */
export function severityByGpu(active: readonly Insight[]): ReadonlyMap<string, GpuGlyph> {
  const leastFirst = worstFirst(active).reverse()
  return new Map(leastFirst.flatMap(({ severity, gpus }) => gpus.map(({ uuid }) => [uuid, GLYPH[severity]])))
}
