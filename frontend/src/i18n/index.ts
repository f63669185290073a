import { createI18n } from 'vue-i18n'
import { en } from './en'

/** Only English is part of the first load: `speak` of language.ts brings the others. */
const messages: Record<string, typeof en> = { en }

export const i18n = createI18n({ legacy: false, locale: 'en', fallbackLocale: 'en', messages })
