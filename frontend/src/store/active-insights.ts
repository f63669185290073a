import type { Insight, InsightBoard, Severity, Translations } from '@/api/types'
import type { Health } from '@/api/states'

/* What the overview needs of insights, which is part of the first load: no more than that. */

export const GLYPH = { info: 'info', warning: 'warn', critical: 'crit' } as const
const WORST_FIRST: readonly Severity[] = ['critical', 'warning', 'info']

/** Worst first, and those of the same severity as the server orders them. */
export function worstFirst<T extends Pick<Insight, 'severity'>>(insights: readonly T[]): T[] {
  return WORST_FIRST.flatMap((each) => insights.filter(({ severity }) => severity === each))
}

/** What is true now, without what somebody does not want to hear of. */
export function activeOf({ insights }: InsightBoard, muted: readonly string[]): Insight[] {
  return worstFirst(insights.filter(({ id, state }) => state === 'active' && !muted.includes(id)))
}

/** Whether somebody should do something about it. */
export function needsAction({ severity }: Pick<Insight, 'severity'>): boolean {
  return severity !== 'info'
}

/** Words to show, and their language where that is not the page's. */
export interface Said {
  text: string
  lang: 'en' | undefined
}

/** What the server says in the language of the page, else in English; null where it says nothing. */
export function said<Key extends string>(
  told: { [K in Key]: string | null } & { translations: Translations<Key> },
  key: Key,
  locale: string,
): Said | null {
  const translated = told.translations[locale]?.[key]
  if (locale !== 'en' && typeof translated === 'string' && translated !== '')
    return { text: translated, lang: undefined }
  const english = told[key]
  return english === null || english === '' ? null : { text: english, lang: locale === 'en' ? undefined : 'en' }
}

/** The sentence up to where it goes into detail, without a full stop. */
export function brief(sentence: string): string {
  return sentence.split(/: |：/)[0]?.replace(/[.。]$/, '') ?? sentence
}

/** Rules about GPUs that work together: what they find is the matter of none of the GPUs alone. */
const TOGETHER: readonly string[] = ['input-bound', 'uneven-group']

/** How each GPU stands by what is said of it, alone or among others with the same cause, by UUID. */
export function marksOf(active: readonly Insight[]): ReadonlyMap<string, Health> {
  const marks = new Map<string, Health>()
  for (const { rule, severity, gpus } of [...active].reverse()) {
    if (severity === 'info' || (gpus.length > 1 && TOGETHER.includes(rule))) continue
    for (const { uuid } of gpus) marks.set(uuid, GLYPH[severity])
  }
  return marks
}
