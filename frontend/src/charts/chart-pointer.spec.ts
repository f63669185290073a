import { beforeEach, describe, expect, it, vi } from 'vitest'
import { computed, ref } from 'vue'
import { useChartPointer } from './chart-pointer'
import type { Span } from '@/timeseries/span'
import type { TimeView } from './time-view'

/** The range of a chart of 100 pixels and 100 seconds. */
const span: Span = { from: 0, to: 100_000 }
const box = () => ({ left: 0, width: 100 }) as DOMRect

function aView() {
  const pinnedAt = ref<number | null>(null)
  const pointed = ref<number | null>(null)
  const zoomed = ref<Span | null>(null)
  const view: TimeView = {
    now: () => span,
    span: computed(() => span),
    zoom: computed(() => zoomed.value),
    zoomTo: (chosen) => {
      zoomed.value = chosen
    },
    soFar: computed(() => null),
    cursor: computed(() => pointed.value),
    line: pointed,
    drawnAt: () => undefined,
    at: computed(() => pinnedAt.value),
    point: (share) => {
      pointed.value = share
    },
    pin: (share) => {
      pinnedAt.value = pinnedAt.value === share * 100_000 ? null : share * 100_000
    },
    pinnedAt,
    pinAt: (moment) => {
      pinnedAt.value = moment
    },
    release: () => {
      pinnedAt.value = null
    },
  }
  return { view, pinnedAt, pointed, zoomed }
}

describe('the pointer on a chart', () => {
  const pick = vi.fn()
  let world: ReturnType<typeof aView>
  let clock = 0

  beforeEach(() => {
    pick.mockClear()
    world = aView()
    clock = 0
  })

  function on(handlers: ReturnType<typeof useChartPointer>['handlers']) {
    return (type: string, clientX: number, more: object = {}) => {
      const currentTarget = { setPointerCapture: () => undefined }
      const event = { clientX, currentTarget, timeStamp: clock, pointerType: 'mouse', button: 0, buttons: 1, ...more }
      handlers[type]?.(event as unknown as PointerEvent)
    }
  }

  function start() {
    const send = on(useChartPointer({ view: world.view, box, pick }).handlers)
    const click = (at: number, more: object = {}) => {
      send('pointerdown', at, more)
      send('pointerup', at, more)
    }
    return { send, click }
  }

  it('pins by a click, and unpins by another', () => {
    const { click } = start()

    click(30)
    expect(world.pinnedAt.value).toBe(30_000)
    clock = 1000
    click(30)
    expect(world.pinnedAt.value).toBeNull()
  })

  it('resets the zoom by a double click and retains the pin', () => {
    const { send, click } = start()
    click(30)
    world.view.zoomTo({ from: 0, to: 50_000 })

    clock = 1000
    click(70)
    clock = 1120
    click(70)
    send('dblclick', 70)

    expect(world.pinnedAt.value).toBe(30_000)
    expect(world.zoomed.value).toBeNull()
  })

  it('zooms by a drag', () => {
    const { send } = start()

    send('pointerdown', 20)
    send('pointermove', 60)
    send('pointerup', 60)

    expect(world.zoomed.value).toEqual({ from: 20_000, to: 60_000 })
    expect(world.pinnedAt.value).toBeNull()
  })

  it('drops a drag whose end was not reported', () => {
    const { send } = start()

    send('pointerdown', 20)
    send('pointermove', 60, { buttons: 0 })
    send('pointerup', 60)

    expect(world.zoomed.value).toBeNull()
  })

  it('picks a line with Ctrl', () => {
    start().click(30, { ctrlKey: true })

    expect(pick).toHaveBeenCalledOnce()
    expect(world.pinnedAt.value).toBeNull()
  })

  it('leaves the crosshair at now while a finger scrolls the page', () => {
    const { send } = start()
    const finger = { pointerType: 'touch' }

    send('pointerdown', 30, finger)
    send('pointermove', 31, finger)
    send('pointercancel', 31, finger)

    expect(world.pointed.value).toBeNull()
  })

  it('returns to now by a second tap', () => {
    const { click } = start()
    const finger = { pointerType: 'touch' }

    click(30, finger)
    expect(world.pinnedAt.value).toBe(30_000)
    click(30, finger)
    expect(world.pinnedAt.value).toBeNull()
    expect(world.pointed.value).toBeNull()
  })
})
