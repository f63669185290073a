import { i18n } from '.'
import { enHistory } from './en-history'

/*
 * The page of the past brings its own words, which are no part of the first load: whoever says one of them imports this
 * file. Those of other languages come with all of theirs.
 */
i18n.global.mergeLocaleMessage('en', enHistory)
