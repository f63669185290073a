import { ref } from 'vue'
import first from 'virtual:words/first'
import type { In, Key } from './keys'
import type { Placeholders } from './placeholders.gen'

/** Texts of a language file, by group and name. */
export interface Texts {
  [name: string]: string | Texts
}

type Value = string | number
type Named<K extends Key> = Record<Exclude<Placeholders[K], '|'>, Value>

/** A value for every placeholder, then the count that selects the plural form where there is no number `{n}`. */
type Values<K extends Key> = [Placeholders[K]] extends [never]
  ? []
  : '|' extends Placeholders[K]
    ? [named: Named<K>, count: number] | ('n' extends Placeholders[K] ? [named: Named<K> & { n: number }] : never)
    : [named: Named<K>]

/** Language of the page: all texts follow it. */
export const locale = ref('en')

/** Texts by language and key. Only English is part of the first load. */
const known: Record<string, Map<string, string>> = {}

/** Adds texts of a language. */
export function addTexts(language: string, texts: Texts, prefix = ''): void {
  const all = (known[language] ??= new Map())
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string') all.set(prefix + name, text)
    else addTexts(language, text, `${prefix}${name}.`)
  }
}

export function isKnown(language: string): boolean {
  return language in known
}

/** Whether there is a text for a name that the server sends; a newer server may send others. */
export function hasText<Group extends string>(group: Group, name: string): name is In<Group> {
  return known['en']?.has(`${group}.${name}`) ?? false
}

/** The text of a key in the language of the page, else in English; the key itself where no text is loaded. */
export function t<K extends Key>(key: K, ...[named, count]: Values<K>): string {
  const text = known[locale.value]?.get(key) ?? known['en']?.get(key) ?? key
  if (named === undefined) return text
  const [one = text, other = one] = text.split(' | ')
  const values: Readonly<Record<string, Value>> = named
  return ((count ?? values['n']) === 1 ? one : other).replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  )
}

export type Translate = typeof t

/** The texts and their language, for components. */
export function useWords() {
  return { t, locale }
}

addTexts('en', first)
