import { computed } from 'vue'
import { fetchStatus } from '@/api/status'
import { pageQuery } from '@/composables/polling'
import { pageStore } from './page-store'

/** When the server started, by its own clock; null while that is unknown. It is requested once per page. */
export const useServerStart = pageStore('server-start', () => {
  const { answer, want } = pageQuery(fetchStatus)
  const serverStart = computed(() => {
    const millis = Date.parse(answer.value?.startedAt ?? '')
    return Number.isNaN(millis) ? null : millis
  })
  return { serverStart, wantServerStart: want }
})
