import { expect, test, type Page } from '@playwright/test'
import { ago, gpu } from '../../src/testing/incident-scene'
import { anEvent, IncidentServer } from '../../src/testing/incident-server'
import { BUSY } from '../../src/testing/machine'
import { PastServer } from '../../src/testing/past'
import { pageWidth } from './page'
import { answer, open, play } from './recorded'

/** 19 events and two marks. */
const ALL = 21
const rows = (page: Page) => page.getByTestId('event')
const density = (page: Page) => page.getByRole('main').getByRole('img', { name: /^Events of the last 24 hours: 20,/ })

async function playIncidents(page: Page): Promise<void> {
  await play(page, 8, BUSY)
  await answer(page, new PastServer(8).handle, new IncidentServer().handle)
}

/** Makes the streams of the recorded machine available to `send`. */
async function recordStreams(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Recorded = EventSource
    const streams: EventSource[] = []
    class Kept extends Recorded {
      constructor(url: string) {
        super(url)
        streams.push(this)
      }
    }
    Object.assign(window, { EventSource: Kept, streams })
  })
}

/** Sends an event over the streams of the page. */
async function send(page: Page, id: number): Promise<void> {
  const event = anEvent({ id, at: ago(-id), title: `Fresh ${id}`, gpu: gpu(1) })
  await page.evaluate((data) => {
    const { streams } = window as unknown as { streams: EventSource[] }
    for (const stream of streams) stream.dispatchEvent(new MessageEvent('gpu-event', { data }))
  }, JSON.stringify(event))
}

test('new events do not move the rows of a page that is scrolled down', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await playIncidents(page)
  await recordStreams(page)
  await open(page, 'Timeline?list=1')
  await expect(rows(page)).toHaveCount(ALL)
  // Once the page follows the stream of events.
  await expect
    .poll(async () => {
      await send(page, 101)
      return rows(page).count()
    })
    .toBe(ALL + 1)
  await rows(page).nth(9).scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  const read = rows(page).nth(9)
  const before = await read.boundingBox()
  for (const id of [102, 103, 104]) await send(page, id)
  const button = page.getByRole('button', { name: '3 new' })
  await expect(button).toBeInViewport()
  expect(await read.boundingBox()).toEqual(before)

  await button.click()
  await expect(rows(page).first()).toContainText('Fresh 104')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a small frame has the list of events, or their density', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 160 })
  await playIncidents(page)
  await open(page, 'Events?embed=1&panel=list&kinds=errors')
  await expect(rows(page)).toHaveCount(1)
  await expect.poll(() => pageWidth(page)).toBeLessThanOrEqual(320)

  await open(page, 'Events?embed=1&panel=density')
  await expect(density(page)).toBeInViewport({ ratio: 0.99 })
})
