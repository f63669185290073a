import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Snapshot } from '@/api/types'
import { formatClock } from '@/format/time'
import type { Dashboard } from '@/testing/dashboard'
import { drawnTexts } from '@/testing/layout'
import { laneRows, LiveServer, openLive, utilizations } from '@/testing/live-page'
import { snapshot } from '@/testing/machine'

/** Number of seconds that the server has sampled when the page opens. */
const RING = 300

/** A machine with a single GPU, at 31 % until the page opens and at 77 % since then. */
function taken(second: number): Snapshot {
  const utilization = second < RING ? 31 : 77
  return snapshot(second, { gpus: 1, changes: { 0: () => ({ values: { 'utilization.gpu': utilization } }) } })
}

const chip = (page: Dashboard) => page.get.getByTestId('connection')
const idOf = (second: number) => String(taken(second).sequence)

function isLive(page: Dashboard): void {
  expect(chip(page)).toHaveTextContent('Live')
  expect(utilizations(page)).toEqual(['77\u202f%'])
}

/** Mean of what the chart shows. */
function mean(page: Dashboard): string | undefined {
  return laneRows(page).flatMap((row) => within(row).getAllByRole('cell')[3]?.textContent ?? [])[0]
}

/** Texts in the chart of the GPU. */
function wordsInChart(page: Dashboard): string[] {
  return drawnTexts(page.get.getByRole('img', { name: /GPU 0/ })).map(({ text }) => text)
}

/** A page that shows the newest snapshot, and requests the ones before it. */
async function opened(): Promise<{ page: Dashboard; server: LiveServer }> {
  const server = new LiveServer()
  server.latest = taken(RING)
  const page = await openLive('/GPU-Utilization?range=5m', server)
  return { page, server }
}

describe('the page of a server with a past', () => {
  it('shows the newest snapshot before the stream is open, and fills in the past without showing it as new', async () => {
    const { page, server } = await opened()
    isLive(page)
    expect(mean(page)).toBe('77\u202f%')
    expect(wordsInChart(page)).toEqual([])

    server.send(taken(RING))
    expect(server.backfills.map(({ lastEventId }) => lastEventId)).toEqual(['1'])
    server.backfill.open()
    for (let second = 150; second < 280; second++) {
      server.backfill.send(taken(second))
      if (second % 20 === 0) isLive(page)
    }
    await page.settle()
    isLive(page)
    expect(wordsInChart(page)).toEqual([expect.stringMatching(/^samples since \d\d:\d\d:\d\d$/)])

    server.backfill.send(taken(RING))
    server.stream.send(taken(RING + 1))
    await page.settle()
    expect(mean(page)).toBe('32\u202f%')
    expect(server.backfill.closed).toBe(true)
    expect(server.stream.closed).toBe(false)
    isLive(page)
  })

  it('shows the newest snapshot first after an outage, and requests the missed ones', async () => {
    const { page, server } = await opened()
    server.send(taken(RING))
    server.backfill.send(taken(RING))
    await page.settle()
    expect(server.backfill.closed).toBe(true)

    server.stream.fail(0)
    await page.settle()
    expect(chip(page)).toHaveTextContent('Reconnecting')
    await page.pass(1000)
    expect(server.streams).toHaveLength(2)
    server.send(taken(RING + 120))
    await page.settle()

    isLive(page)
    expect(page.get.queryByTestId('banner')).toBeNull()
    expect(server.backfills.map(({ lastEventId }) => lastEventId)).toEqual(['1', idOf(RING)])
  })

  it('does not show delayed snapshots as current', async () => {
    const { page, server } = await opened()
    server.send(taken(RING))
    server.backfill.send(taken(RING))
    await page.settle()
    isLive(page)
    // No request is answered either.
    server.instead = ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new Error('Aborted'))
        })
      })
    await page.pass(6000)
    expect(chip(page)).toHaveTextContent(/[678] s ago/)

    server.stream.send(taken(RING + 1))
    await page.settle()
    expect(chip(page)).toHaveTextContent(`Catching upat ${formatClock(Date.parse(taken(RING + 1).takenAt))}`)
    expect(document.title).toBe('Catching up · GPU utilization · gpulse')
    expect(utilizations(page)[0]).toMatch(/77\s?%.*s/)

    server.instead = null
    server.stream.send(taken(RING + 10))
    await page.settle()
    isLive(page)
  })
})
