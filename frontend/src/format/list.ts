import { t } from '@/i18n/words'

/** Joins names as usual in the language of the page; empty ones are omitted. */
export function listNames(names: readonly string[]): string {
  const present = names.filter(Boolean)
  return present.length > 1 ? present.join(t('list.names')) : (present[0] ?? '')
}

/** Joins clauses to one sentence. */
export function listClauses(clauses: readonly (string | null | undefined)[]): string {
  return clauses.filter(Boolean).join(t('list.clauses'))
}

/** Joins parts that are lists themselves. */
export function listParts(parts: readonly string[]): string {
  return parts.filter(Boolean).join(t('list.parts'))
}

/** A name, a colon and a text. */
export function namedText(name: string, text: string): string {
  return `${name}${t('list.colon')}${text}`
}

/** Joins sentences that have no full stops. */
export function joinSentences(sentences: readonly (string | null | undefined)[]): string {
  return sentences.filter(Boolean).join(t('list.stop'))
}
