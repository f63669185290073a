import { expect, type Page } from '@playwright/test'
import { playPast, type PastServer } from './past'
import { BUSY, play } from './recorded'

export const HOUR = 3_600_000
export const rows = (page: Page) => page.locator('.readout tbody tr:not(.total)')
export const charts = (page: Page) => page.locator('.time-chart')
export const brush = (page: Page) => page.getByRole('slider', { name: 'Time shown by the charts' })

export async function living(page: Page): Promise<void> {
  await expect(charts(page).first().locator('canvas')).toBeVisible()
  await expect(page.locator('.readout td data').first()).toHaveText(/\d/)
}

export async function opened(page: Page, path = 'History'): Promise<PastServer> {
  await play(page, 8, BUSY)
  const server = await playPast(page)
  await page.goto(path)
  await living(page)
  return server
}

/** What was asked last. */
export function last(server: PastServer): URLSearchParams {
  const asked = server.asked.filter((each) => each.get('metrics')?.includes(','))
  return asked.at(-1) ?? new URLSearchParams()
}

export function inAddress(page: Page, name: string): string | null {
  return new URL(page.url()).searchParams.get(name)
}

export async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await charts(page).first().locator('.u-over').boundingBox()
  if (box === null) throw new Error('There is no chart')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * from, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * to, y, { steps: 4 })
  await page.mouse.up()
}
