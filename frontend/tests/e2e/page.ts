import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { PAGES, type PageName } from '../../src/navigation/pages'
import { JOB } from '../../src/testing/past-jobs'

/** Address of a page, relative so that the tests run behind any prefix. */
export function address(page: PageName, gpu: number | string = 0): string {
  return PAGES[page].path.slice(1).replace(':index', String(gpu)).replace(':id', JOB)
}

const NAMES = Object.keys(PAGES) as PageName[]

/** The pages that show numbers. */
export const WITH_NUMBERS: readonly PageName[] = NAMES.filter((page) => PAGES[page].numbers !== undefined)

/** Addresses of pages (default: all); that of a GPU is of this index. */
export function addresses(gpu: number, pages: readonly PageName[] = NAMES): string[] {
  return pages.map((page) => address(page, gpu))
}

/** The rules of axe whose result depends on the theme. */
const COLORS = ['color-contrast', 'link-in-text-block']

/**
 * Violations of these rules of axe (default: all). Only violations are described, because a description takes longer than
 * a check.
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  // Parsing takes as long as a check, so it happens once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (each) => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish()
    }
    const run = (window as unknown as { axe: typeof axe }).axe.run
    const found = await run(document, each as axe.RunOptions)
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, options)
}

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

interface Appearance {
  colorScheme: 'dark' | 'light'
  size: typeof DESK
  rules?: readonly string[]
}

/** Each theme and each width once. */
const SOME_APPEARANCES: readonly Appearance[] = [
  { colorScheme: 'dark', size: DESK },
  { colorScheme: 'light', size: PHONE },
]

/** Both themes at both widths. The theme changes colors only. */
export const ALL_APPEARANCES: readonly Appearance[] = [
  ...SOME_APPEARANCES,
  { colorScheme: 'light', size: DESK, rules: COLORS },
  { colorScheme: 'dark', size: PHONE, rules: COLORS },
]

type Check = () => Promise<string[]>

/** Checks the rules of axe in each theme and width. A page whose clock is stopped needs `run` to advance it. */
export async function isAccessible(
  page: Page,
  run: (check: Check) => Promise<string[]> = (check) => check(),
  appearances = SOME_APPEARANCES,
): Promise<void> {
  for (const { colorScheme, size, rules } of appearances) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    expect(await run(() => violations(page, rules)), `${colorScheme} at ${size.width}`).toEqual([])
  }
}

export function pageWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

/** Checks that nothing exceeds the width of the window, from a phone to a wall display. */
export async function fitsEveryWindow(page: Page): Promise<void> {
  for (const each of [390, 768, 1024, 1180, 1440, 1920, 2560]) {
    await page.setViewportSize({ width: each, height: 900 })
    await expect.poll(() => pageWidth(page)).toBeLessThanOrEqual(each)
  }
}
