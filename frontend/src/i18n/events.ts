import { i18n } from '.'
import { enEvents } from './en-events'

/* Words of a page that are no part of the first load: whoever says one of them imports this file. */
i18n.global.mergeLocaleMessage('en', enEvents)
