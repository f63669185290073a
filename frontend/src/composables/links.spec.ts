import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, nextTick, ref } from 'vue'
import { aSnapshot, aSource } from '@/testing/snapshots'
import { ASK_MILLIS, useLinks, type PolledLinks } from './links'

describe('single links', () => {
  const wanted = ref(true)
  let signals: AbortSignal[]
  let answer: () => Promise<Response>
  let polled: PolledLinks
  let page: VueWrapper

  beforeEach(() => {
    vi.useFakeTimers()
    wanted.value = true
    signals = []
    answer = () => Promise.resolve(Response.json(aSnapshot(signals.length)))
    vi.stubGlobal('fetch', (_: URL, { signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      return answer()
    })
    page = mount(
      defineComponent({
        setup() {
          polled = useLinks(() => wanted.value)
          return () => null
        },
      }),
    )
  })

  afterEach(() => {
    page.unmount()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  async function pass(millis: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(millis)
    await flushPromises()
  }

  it('are requested at once and then every two seconds, and the last answers are retained', async () => {
    await pass(1)
    expect(polled.answers.value).toHaveLength(1)

    await pass(4 * ASK_MILLIS)
    expect(signals).toHaveLength(5)
    expect(polled.answers.value).toHaveLength(3)
  })

  it('have one request at a time, with a time limit', async () => {
    answer = () =>
      new Promise((_, refuse) => {
        const signal = signals.at(-1)
        signal?.addEventListener('abort', () => {
          refuse(signal.reason as Error)
        })
      })
    await pass(ASK_MILLIS)
    await pass(7000)
    expect(signals).toHaveLength(2)

    await pass(4000)
    expect(polled.problem.value).toBe('no answer')
    await pass(ASK_MILLIS)
    expect(signals).toHaveLength(3)
  })

  it('are retained when a request fails, with their age', async () => {
    await pass(1)
    answer = () => Promise.resolve(Response.json({ detail: 'busy' }, { status: 503 }))
    await pass(3 * ASK_MILLIS)
    expect(polled.problem.value).toBe('busy')
    expect(polled.answers.value).toHaveLength(1)
    expect(polled.ageMillis.value).toBeGreaterThan(4000)

    answer = () => Promise.resolve(Response.json(aSnapshot(99)))
    await pass(ASK_MILLIS)
    expect(polled.problem.value).toBeNull()
    expect(polled.ageMillis.value).toBeLessThan(ASK_MILLIS)
  })

  it('are not requested while they are not wanted, nor after the page is unmounted', async () => {
    await pass(1)
    wanted.value = false
    await nextTick()
    await pass(5 * ASK_MILLIS)
    expect(signals).toHaveLength(1)

    wanted.value = true
    await nextTick()
    expect(signals).toHaveLength(2)
    page.unmount()
    expect(signals[1]?.aborted).toBe(true)
    await pass(5 * ASK_MILLIS)
    expect(signals).toHaveLength(2)
  })

  it('restart with an answer that is no newer', async () => {
    await pass(1 + ASK_MILLIS)
    expect(polled.answers.value).toHaveLength(2)
    for (const second of [0, 0]) {
      answer = () => Promise.resolve(Response.json(aSnapshot(second)))
      await pass(ASK_MILLIS)
      expect(polled.answers.value).toHaveLength(1)
    }
  })

  it('restart with an answer from another source', async () => {
    await pass(1 + ASK_MILLIS)
    const demo = aSnapshot(9, { source: aSource({ kind: 'DEMO' }) })
    answer = () => Promise.resolve(Response.json(demo))
    await pass(ASK_MILLIS)

    expect(polled.answers.value).toHaveLength(1)
  })
})
