import { expect, type Page } from '@playwright/test'
import type { Gpu, Host, Snapshot } from '../../src/api/types'
import { apiRequest, firstResponse, ok, type ApiHandler } from '../../src/testing/api'
import { freeGpus } from '../../src/testing/free'
import { BEGIN, HISTORY, limitsSnapshot, snapshot, type Changes, type MachineOptions } from '../../src/testing/machine'

/** Number of seconds that can be replayed after the first ones. */
const LIVE = 240
const SECOND = 1000
/** Polling interval for a page whose clock is stopped, in milliseconds. */
const POLLING = { intervals: [20] }
const NOW = BEGIN + HISTORY * SECOND

/** Handles API requests by these handlers, the others by the server. */
export async function answer(page: Page, ...handlers: ApiHandler[]): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request()
    const received = apiRequest(request.url(), request.method(), request.postData())
    const response = received === null ? null : await firstResponse(handlers, received)
    if (response === null) return route.fallback()
    const { status, body, headers = {} } = response
    await route.fulfill({
      status,
      headers,
      contentType: 'application/json',
      body: body === null ? '' : JSON.stringify(body),
    })
  })
}

/**
 * Replays a recorded machine: its stream in the browser, its limits by a handler. The clocks of the page are stopped;
 * `replay` advances the time with its snapshots.
 */
export async function play(
  page: Page,
  count: number,
  changes: Changes = {},
  limits: Gpu['values'] = {},
  host: Partial<Host> = {},
): Promise<void> {
  await playLater(page, { gpus: count, changes, limits, host }, 0)
}

/** The same some seconds later. */
export async function playLater(page: Page, machine: MachineOptions, later: number): Promise<void> {
  const now = NOW + later * SECOND
  const snapshots = Array.from({ length: HISTORY + LIVE }, (_, second) => snapshot(later + second, machine))
  await answer(page, ({ path, query }) => {
    if (path === 'insights' || path === 'events') return ok({})
    if (path === 'gpus/free') return ok(freeGpus(snapshots[HISTORY - 1]?.gpus ?? [], query))
    // The real server's samples are of another time.
    if (path === 'start')
      return ok({ snapshot: snapshots[0], samples: { from: now, t: [], series: [] }, insights: null })
    if (path !== 'snapshot') return null
    if (query.get('view') === 'core') return ok(snapshots[HISTORY - 1])
    return query.has('metrics') ? ok(limitsSnapshot(machine)) : null
  })
  await page.addInitScript(() => {
    const frame = requestAnimationFrame.bind(window)
    const request = fetch.bind(window)
    const state = { underway: 0, painted: () => new Promise((done) => frame(() => frame(done))) }
    // Counted in the page, from the call to the whole response: the browser reports both later.
    const counted: typeof fetch = async (...call) => {
      state.underway++
      try {
        const response = await request(...call)
        await response.clone().arrayBuffer()
        return response
      } finally {
        state.underway--
      }
    }
    Object.assign(window, { fetch: counted, replayed: state })
  })
  // The clock runs between the two calls.
  await page.clock.install({ time: now - 60 * SECOND })
  await page.clock.pauseAt(now)
  await page.addInitScript(
    ({ recorded, history, second }) => {
      class Replay extends EventTarget {
        readyState = 1
        private next = 0
        // eslint-disable-next-line no-restricted-syntax -- runs in the page, by page.clock
        private readonly timer = setInterval(() => {
          this.emit()
        }, second)

        constructor() {
          super()
          queueMicrotask(() => {
            this.dispatchEvent(new Event('open'))
            while (this.next < history) this.emit()
          })
        }

        private emit(): void {
          const event = recorded[this.next++]
          if (event === undefined) throw new Error('End of the recording')
          Object.assign(window, { lastReplayed: event.data })
          this.dispatchEvent(new MessageEvent('snapshot', event))
        }

        close(): void {
          clearInterval(this.timer)
        }
      }
      // Without these a page has a stream of its own, which is the one that is replaced here.
      Object.assign(window, { EventSource: Replay, SharedWorker: undefined, BroadcastChannel: undefined })
    },
    { recorded: snapshots.map(asEvent), history: HISTORY, second: SECOND },
  )
}

/** Opens a page of the replayed machine, and waits until it shows snapshots. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path === '' ? './' : path)
  await untilSettled(page)
}

/** Follows a link of the open page without reloading the dashboard. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', new URL(to, document.baseURI))
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  await untilSettled(page)
}

async function untilSettled(page: Page): Promise<void> {
  let settled = 0
  const settledTimes = async () => {
    await replay(page, 0.5)
    const state = (await page.getByTestId('connection').allTextContents()).join()
    const isWaiting = (await page.locator('[aria-busy=true]').count()) > 0
    settled = /Live|实时/.test(state) && !isWaiting ? settled + 1 : 0
    return settled
  }
  // A response may be followed by another request.
  await expect.poll(settledTimes, POLLING).toBeGreaterThan(2)
}

/**
 * Advances the recording by seconds, and waits for responses and the next frame. Responses take real time, so waiting
 * keeps requests within their time limit.
 */
export async function replay(page: Page, seconds: number): Promise<void> {
  await page.clock.runFor(seconds * SECOND)
  await expect.poll(() => page.evaluate(() => (window as unknown as Replayed).replayed.underway), POLLING).toBe(0)
  await painted(page)
}

/** Waits until the page has shown what it has. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as Replayed).replayed.painted())
}

/** The part of a page that `replay` uses. */
interface Replayed {
  replayed: {
    /** Number of its requests without a whole response. */
    underway: number
    /** Waits for the frame after the next one. */
    painted: () => Promise<void>
  }
}

/** Advances the clock of the page until a promise is settled that depends on its timers. */
export async function ticking<T>(page: Page, promise: Promise<T>): Promise<T> {
  const state = { settled: false }
  const result = promise.finally(() => {
    state.settled = true
  })
  while (!state.settled) await page.clock.runFor(1)
  return result
}

/** Runs a check after the page has adapted to a change of its window. */
export async function whenSettled<T>(page: Page, check: () => Promise<T>): Promise<T> {
  await replay(page, 0.5)
  return ticking(page, check())
}

/** The newest snapshot of the page. */
export async function lastReplayed(page: Page): Promise<Snapshot> {
  return JSON.parse(await page.evaluate(() => (window as unknown as { lastReplayed: string }).lastReplayed)) as Snapshot
}

function asEvent(taken: Snapshot): { data: string; lastEventId: string } {
  return { data: JSON.stringify(taken), lastEventId: String(taken.sequence) }
}
