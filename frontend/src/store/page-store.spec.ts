import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { createApp, defineComponent, h, nextTick, ref, shallowRef, watch } from 'vue'
import { aSnapshot } from '@/testing/snapshots'
import { unmountAfterEach } from '@/testing/unmount'
import type { Live } from './live'
import { pageStore, afterFirstSnapshot } from './page-store'

unmountAfterEach()

const source = ref(0)
const useStore = pageStore('test', () => {
  const seen: number[] = []
  watch(source, (value) => seen.push(value))
  return { seen }
})

function page() {
  const stores: { seen: number[] }[] = []
  const Part = defineComponent({
    setup() {
      stores.push(useStore())
      return () => null
    },
  })
  const isFirst = ref(true)
  mount(() => [isFirst.value ? h(Part, { key: 1 }) : null, h(Part, { key: 2 })])
  return { stores, isFirst }
}

it('is one for all components of a page, and outlasts the first that uses it', async () => {
  const { stores, isFirst } = page()
  expect(stores[1]).toBe(stores[0])

  isFirst.value = false
  await nextTick()
  source.value++
  await nextTick()
  expect(stores[0]?.seen).toEqual([source.value])
})

it('ends with its page', async () => {
  let store: { seen: number[] } | undefined
  const app = createApp(() => {
    store ??= useStore()
    return null
  })
  app.mount(document.createElement('div'))
  app.unmount()
  source.value++
  await nextTick()
  expect(store?.seen).toEqual([])
})

it('is another one on another page', () => {
  expect(page().stores[0]).not.toBe(page().stores[0])
})

it('has its service started once, with the first numbers', async () => {
  vi.useFakeTimers()
  const snapshot = shallowRef<unknown>(null)
  const live = {
    snapshot,
    run: (service: () => void) => {
      service()
    },
  } as unknown as Live
  const store = { isFollowed: false }
  let starts = 0
  const start = () => Promise.reject(new Error(`Start ${String(++starts)}`))
  afterFirstSnapshot(live, store, start)
  afterFirstSnapshot(live, store, start)
  await vi.runAllTimersAsync()
  expect(starts).toBe(0)

  snapshot.value = aSnapshot(1)
  await nextTick()
  snapshot.value = null
  await nextTick()
  snapshot.value = aSnapshot(2)
  afterFirstSnapshot(live, store, start)
  await vi.runAllTimersAsync()
  expect(starts).toBe(1)

  afterFirstSnapshot(live, { isFollowed: false }, start)
  await vi.runAllTimersAsync()
  expect(starts).toBe(2)
  vi.useRealTimers()
})

it('has its service started again, some time after its file could not be loaded', async () => {
  vi.useFakeTimers()
  const snapshot = shallowRef<unknown>(aSnapshot(1))
  const live = {
    snapshot,
    run: (service: () => void) => {
      service()
    },
  } as unknown as Live
  let starts = 0
  const start = () => (starts++ === 0 ? Promise.reject(new Error('404')) : Promise.resolve())
  afterFirstSnapshot(live, { isFollowed: false }, start)
  for (let second = 2; second < 120; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    expect(starts).toBe(second < 32 ? 1 : 2)
    snapshot.value = aSnapshot(second)
    await nextTick()
  }
  vi.useRealTimers()
})

it('has its service started once while its file takes long to load', async () => {
  vi.useFakeTimers()
  const snapshot = shallowRef<unknown>(aSnapshot(1))
  let starts = 0
  const live = {
    snapshot,
    run: (service: () => void) => {
      service()
    },
  } as unknown as Live
  afterFirstSnapshot(live, { isFollowed: false }, () => {
    starts++
    return new Promise(() => undefined)
  })
  for (let second = 2; second < 100; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    snapshot.value = aSnapshot(second)
    await nextTick()
  }
  expect(starts).toBe(1)
  vi.useRealTimers()
})
