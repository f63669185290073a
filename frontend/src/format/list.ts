import { t } from '@/i18n/words'

/** Names side by side, as the language of the page writes them; what is empty is left out. */
export function listNames(names: readonly string[]): string {
  const told = names.filter(Boolean)
  return told.length > 1 ? told.join(t('list.names')) : (told[0] ?? '')
}

/** Statements that go on in one sentence. */
export function listClauses(clauses: readonly (string | null | undefined)[]): string {
  return clauses.filter(Boolean).join(t('list.clauses'))
}

/** Statements that are lists themselves. */
export function listParts(parts: readonly string[]): string {
  return parts.filter(Boolean).join(t('list.parts'))
}

/** A name and what is said of it. */
export function namedText(name: string, text: string): string {
  return `${name}${t('list.colon')}${text}`
}

/** Sentences without their full stops, one after the other. */
export function joinSentences(sentences: readonly (string | null | undefined)[]): string {
  return sentences.filter(Boolean).join(t('list.stop'))
}
