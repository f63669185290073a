import { expect, type Page } from '@playwright/test'
import { replay } from './recorded'

export const MINUTE = 60
/** Seconds between two frames; the recorded load has a period of 4 s. */
const STEP = 3
/** Seconds with a frame in each phase of the recorded load. */
export const EVERY_PHASE = 4 * STEP

/** Runs in the page: records layout shifts, except those of digits within their cell and of marks, which move with time. */
function observe(): void {
  const moved = new Set<string>()
  const named = (element: Element) => {
    const path: string[] = []
    for (let each: Element | null = element; each !== null && path.length < 4; each = each.parentElement) {
      path.unshift([each.localName, ...Array.from(each.classList)].join('.'))
    }
    return path.join(' > ')
  }
  const mayMove = (element: Element) =>
    element.closest('data, [data-testid=marks]') !== null ||
    (element.matches('td, dd, [role=cell]') && element.querySelector('data') !== null)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]) {
      for (const { node } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement
        if (element != null && !mayMove(element)) moved.add(named(element))
      }
    }
  }).observe({ type: 'layout-shift' })
  Object.assign(window, { moved })
}

/** Checks that nothing but digits moves in these seconds of the recording. */
export async function holdsStill(page: Page, seconds: number): Promise<void> {
  await holdsStillDuring(page, async () => {
    for (let second = 0; second < seconds; second += STEP) {
      await replay(page, STEP)
    }
  })
}

/** Checks that nothing but digits moves in the meantime, which ends with a frame. */
export async function holdsStillDuring(page: Page, meantime: () => Promise<void>): Promise<void> {
  await page.evaluate(observe)
  await meantime()
  expect(await page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved])).toEqual([])
}
