import { LABELS } from './labels'
import { addTexts, isKnown, locale } from './words'

/** Languages by what they call themselves. */
export const LANGUAGES = { en: 'English', zh: '简体中文' } as const
export type Language = keyof typeof LANGUAGES

const STORED_AS = 'gpulse.lang'
const IN_ADDRESS = 'lang'
/** Simplified Chinese reads no easier than English to everybody who writes Chinese. */
const TRADITIONAL = /hant|^zh-(tw|hk|mo)\b/i

/** A tag as browsers write it ("zh-CN", "en-GB"), as a language there is. */
function languageOf(tag: string | null): Language | null {
  if (tag === null || TRADITIONAL.test(tag)) return null
  const [name] = tag.toLowerCase().split('-')
  return name === 'en' || name === 'zh' ? name : null
}

/** The language of the address, else the one chosen here before, else the first of the browser's that there is. */
export function wantedLanguage(): Language {
  const address = languageOf(new URLSearchParams(location.search).get(IN_ADDRESS))
  if (address !== null) return address
  const preferred = navigator.languages.map(languageOf).find((each) => each !== null)
  return chosenLanguage() ?? preferred ?? 'en'
}

export function isLanguageInAddress(): boolean {
  return new URLSearchParams(location.search).has(IN_ADDRESS)
}

/** What somebody chose here; null where the browser decides. */
export function chosenLanguage(): Language | null {
  return languageOf(stored())
}

let wanted: Language | null = null

/** From now on everything is said in that language; where its words cannot be had, nothing changes. */
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
  // Meanwhile somebody may have chosen another.
  if (wanted !== language) return
  locale.value = language
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : language
}

/** Speaks the language that somebody chose here, and keeps it for the next visit. */
export async function choose(language: Language): Promise<void> {
  try {
    await speak(language)
  } catch {
    // The server is away, or renewed and without these words: all stays as it is.
    return
  }
  try {
    localStorage.setItem(STORED_AS, language)
  } catch {
    // Storage is refused in some frames: the choice holds as long as the page lives.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return null
  }
}
