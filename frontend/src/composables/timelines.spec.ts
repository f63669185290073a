import { mount } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { liveKey, type Live } from '@/store/live'
import { PAST } from '@/timeseries/ranges'
import { Timeline } from '@/timeseries/timeline'
import { aGpu } from '@/testing/snapshots'
import { toggled, useIsolation } from './isolation'
import { useRange } from '@/timeseries/range'
import { dragged, useTimeView } from '@/charts/time-view'
import { unmountAfterEach } from '@/testing/unmount'

unmountAfterEach()

const NOON = Date.parse('2026-03-01T12:00:00Z')
const live = { edge: () => NOON, timeline: new Timeline(10) } as Live

async function using<T>(address: string, use: () => T) {
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  await router.push(address)
  const found: T[] = []
  const Page = defineComponent({
    setup() {
      found.push(use())
      return () => h('p')
    },
  })
  const page = mount(Page, { global: { plugins: [router], provide: { [liveKey as symbol]: live } } })
  const settled = () =>
    new Promise<void>((resolve) => {
      router.afterEach(() => {
        resolve()
      })
    })
  return { it: found[0] as T, router, page, settled }
}

beforeEach(() => {
  localStorage.clear()
})

describe('the range', () => {
  it('of the address comes before that of the browser', async () => {
    localStorage.setItem('gpulse.range', '15m')

    expect((await using('/?range=1m', useRange)).it.name.value).toBe('1m')
    expect((await using('/', useRange)).it.name.value).toBe('15m')
  })

  it('is five minutes by default, and for an invalid choice', async () => {
    expect((await using('/', useRange)).it.name.value).toBe('5m')
    expect((await using('/?range=9y', useRange)).it.range.value.millis).toBe(300_000)
  })

  it('is the default of a page that does not offer the choice of another', async () => {
    const long = () => useRange(PAST)
    expect((await using('/', long)).it.name.value).toBe('24h')

    localStorage.setItem('gpulse.range', '7d')
    expect((await using('/', long)).it.range.value.millis).toBe(7 * 86_400_000)
    expect((await using('/', useRange)).it.name.value).toBe('5m')
    // A range of live pages does not change that of the history.
    localStorage.setItem('gpulse.range', '15m')
    expect((await using('/', long)).it.name.value).toBe('24h')
  })

  it('that is chosen is added to the address', async () => {
    const { it: range, router, settled } = await using('/?gpus=0,3', useRange)

    const done = settled()
    range.name.value = '15m'
    await done

    expect(router.currentRoute.value.query).toEqual({ gpus: '0,3', range: '15m' })
  })
})

describe('isolation', () => {
  const gpus = () => [aGpu(0), aGpu(1), aGpu(3)]

  it('is that of the address, without GPUs that do not exist', async () => {
    expect((await using('/?gpus=0,3,7', () => useIsolation(gpus))).it.alone.value).toEqual([0, 3])
    expect((await using('/?gpus=9', () => useIsolation(gpus))).it.alone.value).toBeNull()
    expect((await using('/?gpus=GPU-1-0,GPU-3', () => useIsolation(gpus))).it.alone.value).toBeNull()
    expect((await using('/', () => useIsolation(gpus))).it.alone.value).toBeNull()
  })

  it('a click shows one alone, a second click all again', () => {
    expect(toggled([], 2, false)).toEqual([2])
    expect(toggled([0, 1], 1, false)).toEqual([1])
    expect(toggled([2], 2, false)).toEqual([])
  })

  it('with a modifier key, a GPU is added or removed', () => {
    expect(toggled([3], 0, true)).toEqual([0, 3])
    expect(toggled([0, 3], 3, true)).toEqual([0])
  })
})

describe('a drag', () => {
  const span = { from: 0, to: 100_000 }

  it('zooms to the span between its ends, in either direction', () => {
    expect(dragged(span, 0.2, 0.5, 800)).toEqual({ from: 20_000, to: 50_000 })
    expect(dragged(span, 0.5, 0.2, 800)).toEqual({ from: 20_000, to: 50_000 })
  })

  it('that is a slip of the hand, or too short to see anything, means nothing', () => {
    expect(dragged(span, 0.2, 0.205, 800)).toBeNull()
    expect(dragged({ from: 0, to: 4000 }, 0.1, 0.4, 800)).toBeNull()
  })
})

describe('the time that charts show', () => {
  const view = () =>
    useTimeView(
      () => 300_000,
      () => NOON,
    )
  const minutes = (n: number) => NOON - n * 60_000

  it('is the present without a valid address', async () => {
    const present = { from: minutes(5), to: NOON }
    const moments = ['', '?from=x&to=y', '?from=2026-03-01T12:00:00Z&to=2026-03-01T11:00:00Z']

    for (const query of [
      ...moments,
      '?from=2016-03-01T12:00:00Z&to=2026-03-01T12:00:00Z',
      '?from=2026-03-01T11:58:00Z',
    ]) {
      const { it: time } = await using(`/${query}`, view)
      expect(time.now()).toEqual(present)
      expect(time.at.value).toBeNull()
    }
  })

  it('begins with the samples if there are no older ones', async () => {
    live.timeline.advance(minutes(2))
    live.timeline.advance(NOON)
    expect((await using('/', view)).it.now().from).toBe(minutes(5))

    live.timeline.wholeSince = minutes(5)
    const { it: time } = await using('/', view)
    expect(time.now().from).toBe(minutes(2))
    expect(time.soFar.value).toEqual({ millis: 120_000, ofMillis: 300_000 })
    live.timeline.clear()
  })

  it('that is zoomed and pinned is added to the address', async () => {
    const { it: time, router, settled } = await using('/?range=5m', view)

    const done = settled()
    time.zoomTo({ from: minutes(3), to: minutes(1) })
    time.pin(0.5, 800)
    await done

    expect(router.currentRoute.value.query).toEqual({
      range: '5m',
      from: '2026-03-01T11:57:00.000Z',
      to: '2026-03-01T11:59:00.000Z',
      at: '2026-03-01T11:58:00.000Z',
    })
  })

  it('is the loaded span until the requested one has arrived', async () => {
    let loaded = { from: minutes(60), to: NOON }
    const month = 32 * 86_400_000
    const stored = () =>
      useTimeView(
        () => 300_000,
        () => NOON,
        () => null,
        { span: () => loaded, mostMillis: month },
      )
    const { it: time } = await using('/?from=2026-02-01T12:00:00Z&to=2026-03-01T12:00:00Z', stored)

    expect(time.now()).toEqual(loaded)
    expect(time.zoom.value).toEqual({ from: NOON - 28 * 86_400_000, to: NOON })
    loaded = { from: minutes(90), to: NOON }
    expect(time.now()).toEqual(loaded)
  })

  it('is that of the link', async () => {
    const query = 'from=2026-03-01T11:57:00Z&to=2026-03-01T11:59:00Z&at=2026-03-01T11:58:30Z'
    const { it: time } = await using(`/?${query}`, view)

    expect(time.now()).toEqual({ from: minutes(3), to: minutes(1) })
    expect(time.at.value).toBe(minutes(1.5))
    expect(time.cursor.value).toBe(0.75)
    expect(time.pinnedAt.value).toBe(minutes(1.5))
  })

  it('is not pinned where no sample can be', async () => {
    expect((await using('/?at=2099-01-01T00:00:00Z', view)).it.at.value).toBeNull()
    expect((await using('/?at=5', view)).it.at.value).toBeNull()
  })

  it('goes to a moment that has left the window since a link was sent', async () => {
    const { it: time } = await using('/?at=2026-03-01T11:50:00Z', view)

    expect(time.now()).toEqual({ from: minutes(12.5), to: minutes(7.5) })
    expect(time.cursor.value).toBe(0.5)
  })

  it('retains a pin while the pointer moves, until the next click', async () => {
    const { it: time } = await using('/', view)

    time.point(0.2)
    time.pin(0.2, 800)
    time.point(0.9)
    expect(time.at.value).toBe(minutes(4))

    time.pin(0.7, 800)
    expect(time.at.value).toBe(minutes(1.5))
    time.pin(0.703, 800)
    expect(time.pinnedAt.value).toBeNull()
    expect(time.cursor.value).toBe(0.9)
  })
})
