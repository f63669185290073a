import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Gpu } from '../../src/api/types'

/** What every page of the dashboard is asked. */
export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).analyze()
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
