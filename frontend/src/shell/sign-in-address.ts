import { chosenTheme } from './theme'
import { chosenLanguage } from '@/i18n/language'

/** Address of the sign-in page, which leads back to this page. */
export function signInAddress(page: string): string {
  const here = page.replace(/^\//, '')
  return withParameters('login', [...(here === '' ? [] : [`continue=${encodeURIComponent(here)}`]), ...appearance()])
}

/** Address of the sign-out form. */
export function signOutAddress(): string {
  return withParameters('logout', appearance())
}

/** The chosen language and theme: the sign-in page has no script to read them. */
function appearance(): string[] {
  const language = chosenLanguage()
  const theme = chosenTheme()
  return [language === null ? '' : `lang=${language}`, theme === 'auto' ? '' : `theme=${theme}`].filter(Boolean)
}

function withParameters(address: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? address : `${address}?${parameters.join('&')}`
}
