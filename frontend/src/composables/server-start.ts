import { computed } from 'vue'
import { fetchStatus } from '@/api/status'
import { pageQuery } from './polling'

const { answer, want } = pageQuery(fetchStatus)

/** When the server started, by its own clock; null while that is unknown. */
export const serverStart = computed(() => {
  const millis = Date.parse(answer.value?.startedAt ?? '')
  return Number.isNaN(millis) ? null : millis
})

/** Requests it once per page. */
export const wantServerStart = want
