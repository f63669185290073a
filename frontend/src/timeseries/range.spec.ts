import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { EmbeddingPage } from '@/testing/parent'
import { unmountAfterEach } from '@/testing/unmount'
import { useRange, type SharedRange } from './range'
import { PAST } from './ranges'

unmountAfterEach()

async function using<T extends string>(address: string, use: () => SharedRange<T>): Promise<SharedRange<T>> {
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  await router.push(address)
  let found: SharedRange<T> | undefined
  const page = defineComponent({
    setup() {
      found = use()
      return () => h('p')
    },
  })
  mount(page, { global: { plugins: [router] } })
  return found as SharedRange<T>
}

describe('the range of the embedding page', () => {
  let parent: EmbeddingPage

  beforeEach(() => {
    localStorage.clear()
    parent = new EmbeddingPage()
  })

  afterEach(() => {
    parent.leave()
  })

  async function send(range: string): Promise<void> {
    await parent.send({ gpulse: 'range', range })
    await flushPromises()
  }

  it('replaces that of the address at once, and is not kept by the browser', async () => {
    const range = await using('/?range=1m', useRange)

    await send('15m')
    expect(range.name.value).toBe('15m')
    await send('')
    expect(range.name.value).toBe('5m')
    expect(localStorage.getItem('gpulse.range')).toBeNull()
  })

  it('does not change that of the history, and has a known name', async () => {
    const past = await using('/?range=7d', () => useRange(PAST))
    const live = await using('/?range=1m', useRange)

    await send('15m')
    expect([past.name.value, live.name.value]).toEqual(['7d', '15m'])
    await send('9y')
    expect(live.name.value).toBe('15m')
  })
})
