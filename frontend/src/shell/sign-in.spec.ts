import { flushPromises, mount } from '@vue/test-utils'
import { beforeEach, expect, it } from 'vitest'
import { defineComponent, h, shallowRef } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Snapshot } from '@/api/types'
import { liveKey, type Live } from '@/store/live'
import { useSignIn, type SignInPorts } from './sign-in'
import { unmountAfterEach } from '@/testing/unmount'

unmountAfterEach()

const PAGE = { status: 200, ok: true, text: () => Promise.resolve('<input name="secret">') }
const REFUSED = { status: 401, ok: false, text: () => Promise.resolve('') }

beforeEach(() => {
  sessionStorage.clear()
})

async function opened(problem: object | null) {
  const left: string[] = []
  const ports: SignInPorts = {
    fetch: (address) => Promise.resolve(address.pathname.endsWith('/login') ? PAGE : REFUSED),
    leave: (address) => {
      left.push(address.pathname + address.search)
    },
  }
  const live = { problem: shallowRef(problem), newest: shallowRef<Snapshot | null>(null), retryNow: () => undefined }
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/:any(.*)*', component: {} }] })
  await router.push('/GPU-Memory')
  const Page = defineComponent({
    setup() {
      useSignIn(ports)
      return () => h('p')
    },
  })
  mount(Page, { global: { plugins: [router], provide: { [liveKey as symbol]: live as unknown as Live } } })
  await flushPromises()
  return { left, live }
}

const UNAUTHORISED = { kind: 'unauthorised', status: 401 }

it('opens the sign-in page, also after a refusal before the page was mounted', async () => {
  expect((await opened(UNAUTHORISED)).left).toEqual(['/login?continue=GPU-Memory'])
})

it('opens the sign-in page once when a session ends', async () => {
  const { left, live } = await opened(null)

  live.problem.value = UNAUTHORISED
  await flushPromises()
  live.problem.value = { ...UNAUTHORISED }
  await flushPromises()

  expect(left).toEqual(['/login?continue=GPU-Memory'])
})

it('stays on the page of a client without permission', async () => {
  expect((await opened({ kind: 'unauthorised', status: 403 })).left).toEqual([])
})
