import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, nextTick, ref } from 'vue'
import { liveKey, startLive, useLive, type Live } from '@/store/live'
import { EmbeddingPage } from '@/testing/parent'
import { RecordedFeed } from '@/testing/recorded-feed'
import { usePolling, type Polled } from './polling'

const EVERY = 1000

describe('what is asked for beside the stream', () => {
  const about = ref<string | null>('a')
  let live: Live
  let page: VueWrapper
  let polled: Polled<string>
  let asked: string[]
  let answer: (about: string) => Promise<string>

  beforeEach(() => {
    vi.useFakeTimers()
    about.value = 'a'
    asked = []
    answer = (name) => Promise.resolve(`${name}${asked.length}`)
    live = startLive(new RecordedFeed())
    const asking = defineComponent({
      setup() {
        const { paused } = useLive()
        polled = usePolling({
          key: () => about.value,
          request: (name) => {
            asked.push(name)
            return answer(name)
          },
          everyMillis: EVERY,
          paused: () => paused.value,
        })
        return () => null
      },
    })
    page = mount(asking, { global: { provide: { [liveKey as symbol]: live } } })
  })

  afterEach(() => {
    page.unmount()
    live.stop()
    vi.useRealTimers()
  })

  async function pass(millis: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(millis)
    await flushPromises()
  }

  it('is asked for at once and again after each answer', async () => {
    await pass(1)
    expect(polled.answer.value).toBe('a1')
    await pass(2 * EVERY)
    expect(polled.answer.value).toBe('a3')
  })

  it('is not asked for while paused, but for what has never been answered', async () => {
    await pass(1)
    live.togglePause()
    await pass(5 * EVERY)
    expect(asked).toEqual(['a'])
    about.value = 'b'
    await nextTick()
    await pass(5 * EVERY)
    expect(polled.answer.value).toBe('b2')
    expect(asked).toEqual(['a', 'b'])
    live.togglePause()
    await pass(1)
    expect(asked).toEqual(['a', 'b', 'b'])
  })

  it('is not asked for in a frame that the embedding page hides, and at once when it is shown', async () => {
    const parent = new EmbeddingPage()
    await pass(1)
    await parent.send({ gpulse: 'visible', visible: false })
    await pass(5 * EVERY)
    expect(asked).toHaveLength(1)

    await parent.send({ gpulse: 'visible', visible: true })
    await pass(1)
    expect(asked).toHaveLength(2)
    parent.leave()
  })

  it('is never taken for the answer about something else', async () => {
    await pass(1)
    answer = () => new Promise(() => undefined)
    about.value = 'b'
    await nextTick()
    expect(polled.answer.value).toBeNull()
    about.value = null
    await pass(5 * EVERY)
    expect(asked).toEqual(['a', 'b'])
  })

  it('stays as it was told last when the server refuses, grows old, and says why', async () => {
    await pass(1)
    answer = () => Promise.reject(new Error('busy'))
    await pass(3 * EVERY)
    expect(polled.answer.value).toBe('a1')
    expect(polled.problem.value).toBe('busy')
    expect(polled.ageMillis.value).toBeGreaterThan(2000)
  })
})
