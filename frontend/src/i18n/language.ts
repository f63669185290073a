import { LABELS } from './labels'
import { addTexts, isKnown, locale } from './words'

/** Languages with their own names. */
export const LANGUAGES = { en: 'English', zh: '简体中文' } as const
export type Language = keyof typeof LANGUAGES

const STORED_AS = 'gpulse.lang'
const IN_ADDRESS = 'lang'
/** Readers of traditional Chinese may prefer English to simplified Chinese. */
const TRADITIONAL = /hant|^zh-(tw|hk|mo)\b/i

/** The supported language of a tag such as "zh-CN" or "en-GB". */
function languageOf(tag: string | null): Language | null {
  if (tag === null || TRADITIONAL.test(tag)) return null
  const [name] = tag.toLowerCase().split('-')
  return name === 'en' || name === 'zh' ? name : null
}

/** The language of the address, else the stored choice, else the first supported language of the browser. */
export function wantedLanguage(): Language {
  const address = languageOf(new URLSearchParams(location.search).get(IN_ADDRESS))
  if (address !== null) return address
  const preferred = navigator.languages.map(languageOf).find((each) => each !== null)
  return chosenLanguage() ?? preferred ?? 'en'
}

export function isLanguageInAddress(): boolean {
  return new URLSearchParams(location.search).has(IN_ADDRESS)
}

/** The stored choice; null if the browser's language is used. */
export function chosenLanguage(): Language | null {
  return languageOf(stored())
}

let wanted: Language | null = null

/** Loads a language and switches to it; throws, without a change, if it cannot be loaded. */
export async function speak(language: Language): Promise<void> {
  wanted = language
  if (language === 'zh' && !isKnown('zh')) {
    const [{ default: texts }, { zhMetrics, zhShortMetrics }, { zhServer }] = await Promise.all([
      import('./zh.json'),
      import('./zh-metrics'),
      import('./zh-server'),
    ])
    addTexts('zh', texts)
    LABELS['zh'] = { full: zhMetrics, short: zhShortMetrics, server: zhServer }
  }
  // The user may have chosen another one in the meantime.
  if (wanted !== language) return
  locale.value = language
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : language
}

/** Switches to the language that the user chose, and stores it for the next visit. */
export async function choose(language: Language): Promise<void> {
  try {
    await speak(language)
  } catch {
    // The server is unreachable, or was updated and no longer has this file.
    return
  }
  try {
    localStorage.setItem(STORED_AS, language)
  } catch {
    // Some frames have no storage: the choice lasts as long as the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return null
  }
}
