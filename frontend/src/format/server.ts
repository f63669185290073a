import type { MetricKey } from '@/api/types'
import { locale } from '@/i18n/words'
import { LABELS } from '@/i18n/labels'

/** Text to show, and its language where that is not the page's. */
export interface Localized {
  text: string
  lang: 'en' | undefined
}

const HOLE = '{}'

/** Translates an English text of the server to the language of the page, if there is a translation. */
export function localized(english: string): Localized {
  const translations = LABELS[locale.value]?.server ?? {}
  const exact = translations[english]
  if (exact !== undefined) return { text: exact, lang: undefined }
  for (const [pattern, translation] of Object.entries(translations)) {
    const filling = fillingOf(pattern, english)
    if (filling !== null) return { text: translation.replace(HOLE, () => filling), lang: undefined }
  }
  return { text: english, lang: locale.value === 'en' ? undefined : 'en' }
}

function fillingOf(pattern: string, text: string): string | null {
  const [head = '', tail] = pattern.split(HOLE)
  const fits =
    tail !== undefined && text.length > head.length + tail.length && text.startsWith(head) && text.endsWith(tail)
  return fits ? text.slice(head.length, text.length - tail.length) : null
}

/** The title of a row of the catalogue; in English it is the catalogue's own. */
export function localizedTitle({ key, title }: { key: MetricKey; title: string }): Localized {
  const language = locale.value
  if (language === 'en') return { text: title, lang: undefined }
  const label = LABELS[language]?.full[key]
  return label === undefined ? { text: title, lang: 'en' } : { text: label, lang: undefined }
}
