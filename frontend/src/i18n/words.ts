import { i18n } from '.'

const { t: translate, locale } = i18n.global
type VueTranslate = typeof translate

/** Words of a key, for what is handed them: charts and tiles are drawn outside of components. */
export type Translate = (key: string, named?: Record<string, unknown>) => string

/** Words that stay the same, by language and key: a page prints hundreds of them, and looking them up is slow. */
const known = new Map<string, string>()

function fixed(key: string): string {
  const place = `${locale.value} ${key}`
  const told = known.get(place)
  if (told !== undefined) return told
  const said = translate(key)
  // A page that loads later may bring the text of a key that is still missing.
  if (said !== key) known.set(place, said)
  return said
}

function say(key: string, ...more: unknown[]): string {
  return more.length === 0 ? fixed(key) : Reflect.apply(translate, undefined, [key, ...more])
}

/** What a key says in the language of the page. */
export const t = say as VueTranslate

/** The words of the page and the language they are of; whoever reads them is told when another is chosen. */
export function useWords() {
  return { t, locale }
}
