import type { Component } from 'vue'

/** All pages except the overview, as one chunk: separate chunks would be several requests in sequence. */
export const VIEWS = import.meta.glob<Component>(['./*/*View.vue', '!./{overview,empty}/*'], {
  import: 'default',
  eager: true,
})
