import { useSessionStorage } from '@vueuse/core'
import { onScopeDispose, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { apiAddress } from '@/api/address'
import { onUnauthorised } from '@/api/request'
import { useLive } from '@/store/live'
import { signInAddress } from './sign-in-address'

const UNAUTHORISED = 401
/** The credential field of the sign-in form; a page without it accepts no sign-in. */
const CREDENTIAL_FIELD = 'name="secret"'

/** The functions of the browser that a redirect needs. */
export interface SignInPorts {
  fetch: (address: URL) => Promise<Pick<Response, 'status' | 'ok' | 'text'>>
  leave: (address: URL) => void
}

const BROWSER: SignInPorts = {
  fetch: (address) => fetch(address, { cache: 'no-store' }),
  leave: (address) => {
    location.assign(address)
  },
}

/**
 * Redirects to the sign-in page when the server requires authentication, and back to this page from there. Redirects
 * once only: if the server refuses again, for example because a proxy sends its own token, the page shows the problem.
 */
export function useSignIn(ports: SignInPorts = BROWSER): void {
  const live = useLive()
  const route = useRoute()
  const router = useRouter()
  const wasSent = useSessionStorage('gpulse.sent-to-sign-in', false)
  let isChecking = false
  let hasRetried = false

  async function redirect(): Promise<void> {
    if (isChecking) return
    if (wasSent.value) {
      retry()
      return
    }
    isChecking = true
    const isOut = await signedOut().catch(() => false)
    isChecking = false
    if (!isOut) return
    wasSent.value = true
    ports.leave(signInPage())
  }

  /** Retries the stream, which waits for a sign-in that may just have happened. */
  function retry(): void {
    if (hasRetried) return
    hasRetried = true
    live.retryNow()
  }

  async function signedOut(): Promise<boolean> {
    // Until the first page is loaded the route is not that of the address, and there would be nothing to come back to.
    await router.isReady()
    const status = await ports.fetch(apiAddress('status'))
    if (status.status !== UNAUTHORISED) return false
    const page = await ports.fetch(signInPage())
    return page.ok && (await page.text()).includes(CREDENTIAL_FIELD)
  }

  function signInPage(): URL {
    return new URL(signInAddress(route.fullPath), document.baseURI)
  }

  // The server may have refused before the page was mounted.
  watch(
    live.problem,
    (problem) => {
      if (problem?.kind === 'unauthorised' && problem.status === UNAUTHORISED) void redirect()
    },
    { immediate: true },
  )
  watch(live.newest, () => {
    wasSent.value = false
  })
  onScopeDispose(onUnauthorised(() => void redirect()))
}
