import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { PAGES, type PageName } from '../../src/pages'
import { THOROUGH } from './thorough'

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
 * Violations of the rules of axe. The pages have no frames: the mode for pages that have some opens a second window each
 * time. Only nodes of violations are described, which takes longer than to find them.
 */
export async function violations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const found = await axe.analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Each theme and each width once. */
export const SOME_LOOKS = [
  { colorScheme: 'dark', size: DESK },
  { colorScheme: 'light', size: PHONE },
] as const

/** Both themes at both widths. */
const EVERY_LOOK = [...SOME_LOOKS, { colorScheme: 'light', size: DESK }, { colorScheme: 'dark', size: PHONE }] as const

/** No page violates a rule of axe, in any look. A page whose clock is stopped needs `run` to let it go on meanwhile. */
export async function isAccessible(
  page: Page,
  run: (check: Promise<string[]>) => Promise<string[]> = (check) => check,
  looks: readonly { colorScheme: 'dark' | 'light'; size: typeof DESK }[] = THOROUGH ? EVERY_LOOK : SOME_LOOKS,
): Promise<void> {
  for (const { colorScheme, size } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    expect(await run(violations(page)), `${colorScheme} at ${size.width}`).toEqual([])
  }
}

export function pageWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

/** Nothing exceeds the width of any window, from a phone to a wall display. */
export async function fitsEveryWindow(page: Page): Promise<void> {
  for (const each of [390, 768, 1024, 1180, 1440, 1920, 2560]) {
    await page.setViewportSize({ width: each, height: 900 })
    await expect.poll(() => pageWidth(page)).toBeLessThanOrEqual(each)
  }
}
