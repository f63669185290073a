import { i18n } from '.'
import { enInsights } from './en-insights'

/* Words of a page that are no part of the first load: whoever says one of them imports this file. */
i18n.global.mergeLocaleMessage('en', enInsights)
