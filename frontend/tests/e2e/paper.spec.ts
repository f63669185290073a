import { expect, test } from '@playwright/test'
import { BROKEN, BUSY } from '../../src/testing/machine'
import { open, play } from './recorded'

test('a print has no navigation and no buttons, but light colours and the time', async ({ page }) => {
  await play(page, 8, BUSY)
  await open(page, './?theme=dark')
  const root = page.locator('html')
  const table = page.getByRole('table', { name: 'GPUs' })
  const onScreen = [
    page.getByRole('navigation', { name: 'Dashboards' }),
    page.getByRole('navigation', { name: 'Other pages' }),
    page.getByTestId('connection'),
    page.getByRole('button', { name: 'Pause' }),
  ]
  const time = page.getByText(/^1 Mar 2026 \d\d:\d\d:\d\d$/)
  for (const element of onScreen) await expect(element).toBeVisible()
  await expect(time).toBeHidden()

  await page.emulateMedia({ media: 'print' })
  await expect(root).toHaveAttribute('data-theme', 'light')
  for (const element of onScreen) await expect(element).toBeHidden()
  await expect(time).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(9)
  await expect(table.getByRole('img', { name: /over time$/ }).first()).toBeVisible()

  await page.emulateMedia({ media: 'screen' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
  for (const element of onScreen) await expect(element).toBeVisible()
})

/** Corners of the parts of elements that are broken between pages. */
function parts(all: Element[]): { left: number; right: number; top: number; bottom: number }[] {
  return all.flatMap((each) =>
    [...each.getClientRects()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
  )
}

test('a print of a GPU does not lie over itself', async ({ page }) => {
  await play(page, 8, BUSY)
  await open(page, 'gpus/3')
  const charts = page.getByTestId('chart-row')
  const details = page.getByRole('region', { name: 'Details' })
  await expect(charts).toHaveCount(4)
  await page.emulateMedia({ media: 'print' })
  // Columns are broken as pages are, and can be measured.
  await page.addStyleTag({
    content: 'main { columns: 1; column-fill: auto; height: 420px; max-width: 1047px !important }',
  })

  const below = await details.evaluateAll(parts)
  for (const chart of await charts.evaluateAll(parts)) {
    const over = below.filter(
      (each) =>
        each.left < chart.right &&
        each.right > chart.left &&
        each.top < chart.bottom - 1 &&
        each.bottom > chart.top + 1,
    )
    expect(over).toEqual([])
  }
})

test('in forced colours the tiles stay filled and chosen controls are outlined', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await play(page, 8, BROKEN)
  await open(page, 'GPU-Utilization?theme=light')

  await expect(page.getByTestId('tile-fill').first()).toHaveCSS('background-color', 'rgb(7, 133, 118)')
  const current = page.getByRole('navigation', { name: 'Dashboards' }).getByRole('link', { name: 'Live charts' })
  await expect(current).toHaveCSS('outline-style', 'solid')
  await expect(page.getByTestId('connection')).toHaveCSS('forced-color-adjust', 'auto')
  await expect(page.getByRole('button', { pressed: true }).first()).toHaveCSS('outline-style', 'solid')

  await open(page, './?theme=light')
  const critical = page.getByRole('main').getByRole('img', { name: 'critical' }).first()
  await expect(critical).toHaveCSS('fill', 'rgb(198, 40, 40)')
})
