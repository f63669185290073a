import type { Component } from 'vue'
import { addTexts } from '@/i18n/words'
import texts from 'virtual:words/others'

export { default as MigCell } from './overview/MigCell.vue'
export { default as MigRows } from './overview/MigRows.vue'

addTexts('en', texts)

/** All pages except the overview, as one chunk: separate chunks would be several requests in sequence. */
export const VIEWS = import.meta.glob<Component>(['./*/*View.vue', '!./{overview,empty}/*'], {
  import: 'default',
  eager: true,
})
