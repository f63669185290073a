import type { Component } from 'vue'
import { addTexts } from '@/i18n/words'
import texts from 'virtual:words/others'

addTexts('en', texts)

/**
 * All pages but the one that opens first, as one part of the bundle: fetched in advance, each would be several requests
 * that wait for one another.
 */
export const VIEWS = import.meta.glob<Component>(['./*/*View.vue', '!./{overview,empty}/*'], {
  import: 'default',
  eager: true,
})
