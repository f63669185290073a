import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import { liveKey, startLive } from './live'
import { useMoment } from './moment'
import type { Moment } from './readings'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

it('all components share one moment, also after one is unmounted', async () => {
  const seen: (Moment | null)[] = []
  const Part = defineComponent({
    setup() {
      const moment = useMoment()
      return () => {
        seen.push(moment.value)
        return null
      }
    },
  })
  const feed = new RecordedFeed()
  const live = startLive(feed)
  const provide = { [liveKey as symbol]: live }
  const first = mount(Part, { global: { provide } })
  const both = mount(() => [h(Part), h(Part)], { global: { provide } })
  first.unmount()
  feed.play(aSnapshot(1))
  await vi.advanceTimersByTimeAsync(600)

  const [one, other] = seen.slice(-2)
  expect(one?.snapshot.sequence).toBe(aSnapshot(1).sequence)
  expect(other).toBe(one)
  both.unmount()
  live.stop()
})
