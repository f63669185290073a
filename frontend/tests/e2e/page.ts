import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { Gpu } from '../../src/api/types'
import { PAGES, type PageName } from '../../src/pages'

/** The address of a page, relative as all addresses are, so that the tests run behind any prefix. */
export function address(page: PageName, gpu: number | string = 0): string {
  return PAGES[page].path.slice(1).replace(':index', String(gpu))
}

const NAMES = Object.keys(PAGES) as PageName[]

/** The pages that show numbers. */
export const WITH_NUMBERS: readonly PageName[] = NAMES.filter((page) => PAGES[page].numbers !== undefined)

/** The addresses of pages, all by default; one of them is of that GPU. */
export function addresses(gpu: number, pages: readonly PageName[] = NAMES): string[] {
  return pages.map((page) => address(page, gpu))
}

/**
 * What every page of the dashboard is asked. No page has frames when it is asked: the mode for pages that have some would open a second
 * window each time, to sum up there. Only of violations is every node described, which takes longer than to find them.
 */
export async function violations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const found = await axe.analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

export function pageWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

/** The GPUs as the server tells them to anybody who asks for some metrics. */
export async function asked(page: Page, ...metrics: string[]): Promise<Gpu[]> {
  const response = await page.request.get(`api/v1/snapshot?metrics=${metrics.join(',')}`)
  return ((await response.json()) as { gpus: Gpu[] }).gpus
}

/** Makes the window as wide as a phone and as wide as a wall; nothing may stick out of it. */
export async function fitsEveryWindow(page: Page): Promise<void> {
  for (const each of [390, 768, 1024, 1180, 1440, 1920, 2560]) {
    await page.setViewportSize({ width: each, height: 900 })
    await expect.poll(() => pageWidth(page)).toBeLessThanOrEqual(each)
  }
}
