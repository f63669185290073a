import { useStorage } from '@vueuse/core'
import { computed, ref, type WritableComputedRef } from 'vue'
import { basePath } from '@/api/address'
import { fetchSession } from '@/api/session'
import { useQueryText } from '@/navigation/query'

/** The user of the address, else the signed-in one, else the last one that this browser chose; empty if unknown. */
export function useMyUser(): WritableComputedRef<string> {
  const chosen = useQueryText('user')
  const signedIn = ref('')
  const last = useStorage(`gpulse.user ${basePath()}`, '')
  fetchSession().then(
    ({ user }) => (signedIn.value = user ?? ''),
    () => undefined,
  )
  return computed({
    get: () => chosen.value || signedIn.value || last.value,
    set: (user) => {
      chosen.value = last.value = user
    },
  })
}
