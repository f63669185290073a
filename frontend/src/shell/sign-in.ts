import { useSessionStorage } from '@vueuse/core'
import { onScopeDispose, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { apiAddress } from '@/api/address'
import { onUnauthorised } from '@/api/request'
import { useLive } from '@/store/live'
import { signInAddress } from './sign-in-address'

const UNAUTHORISED = 401
/** The field of the form that asks who somebody is; the page without it has nothing to ask. */
const ASKING = 'name="secret"'

/** What a page that is not signed in needs of its browser. */
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
 * Leads to the sign-in page once the server no longer knows who asks, and back to this page from there. Once only: who
 * comes back and is refused again, say because a proxy sends a token of its own, is told so instead of sent around.
 */
export function useSignIn(ports: SignInPorts = BROWSER): void {
  const live = useLive()
  const route = useRoute()
  const router = useRouter()
  const wasSent = useSessionStorage('gpulse.sent-to-sign-in', false)
  let isAsking = false
  let hasRetried = false

  async function lead(): Promise<void> {
    if (isAsking) return
    if (wasSent.value) {
      retry()
      return
    }
    isAsking = true
    const isOut = await signedOut().catch(() => false)
    isAsking = false
    if (!isOut) return
    wasSent.value = true
    ports.leave(signInPage())
  }

  /** Whoever holds the stream waits for somebody to sign in, which may just have been done. */
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
    return page.ok && (await page.text()).includes(ASKING)
  }

  function signInPage(): URL {
    return new URL(signInAddress(route.fullPath), document.baseURI)
  }

  // The server may have refused before the page was mounted.
  watch(
    live.problem,
    (problem) => {
      if (problem?.kind === 'unauthorised' && problem.status === UNAUTHORISED) void lead()
    },
    { immediate: true },
  )
  watch(live.newest, () => {
    wasSent.value = false
  })
  onScopeDispose(onUnauthorised(() => void lead()))
}
