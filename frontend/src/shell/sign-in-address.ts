import { chosenTheme } from './theme'
import { chosenLanguage } from '@/i18n/language'

/** Where one signs in; from there one comes back to this page. */
export function signInAddress(page: string): string {
  const here = page.replace(/^\//, '')
  return withParameters('login', [...(here === '' ? [] : [`continue=${encodeURIComponent(here)}`]), ...appearance()])
}

/** Where the form that signs out is sent. */
export function signOutAddress(): string {
  return withParameters('logout', appearance())
}

/** What was chosen here: the sign-in page has no script that could read it. */
function appearance(): string[] {
  const language = chosenLanguage()
  const theme = chosenTheme()
  return [language === null ? '' : `lang=${language}`, theme === 'auto' ? '' : `theme=${theme}`].filter(Boolean)
}

function withParameters(address: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? address : `${address}?${parameters.join('&')}`
}
