import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { defineComponent } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { unmountAfterEach } from '@/testing/unmount'
import { useIsolation, type Isolation } from './isolation'

unmountAfterEach()

const GPUS = Array.from({ length: 16 }, (_, index) => ({ index }))

async function opened(address: string) {
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  await router.push(address)
  let isolation = undefined as unknown as Isolation
  const page = defineComponent({
    setup() {
      isolation = useIsolation(() => GPUS)
      return () => null
    },
  })
  mount(page, { global: { plugins: [router] } })
  const after = async (action: (shown: Isolation) => void) => {
    action(isolation)
    await flushPromises()
    return [isolation.alone.value, router.currentRoute.value.query['gpus'] ?? null]
  }
  return { isolation, after }
}

it('shows the GPUs that the address names, and all if it names none of them', async () => {
  const alone = async (address: string) => (await opened(address)).isolation.alone.value

  expect(await alone('/?gpus=12,3')).toEqual([3, 12])
  expect(await alone('/?gpus=GPU-3,99,12')).toEqual([12])
  expect(await alone('/?gpus=99')).toBeNull()
  expect(await alone('/')).toBeNull()
})

it('is part of the address', async () => {
  const { after } = await opened('/')

  expect(await after(({ toggle }) => toggle(3, false))).toEqual([[3], '3'])
  expect(await after(({ toggle }) => toggle(12, true))).toEqual([[3, 12], '3,12'])
  expect(await after(({ clear }) => clear())).toEqual([null, null])
  expect(await after(({ choose }) => choose([4, 5]))).toEqual([[4, 5], '4,5'])
  expect(await after(({ choose }) => choose([4]))).toEqual([[4], '4'])
  expect(await after(({ choose }) => choose([4]))).toEqual([null, null])
  expect((await after(({ everyOne }) => everyOne()))[1]).toBe(GPUS.map(({ index }) => index).join())
})
