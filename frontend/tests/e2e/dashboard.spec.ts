import { expect, test, type Page } from '@playwright/test'
import { violations } from './page'
import { BROKEN, play } from './recorded'
import { watch } from './watch'

const lanes = (page: Page) => page.locator('.lanes .lane:not(.header, .foot)')

async function living(page: Page): Promise<void> {
  await expect(lanes(page).nth(1)).toBeVisible()
  await expect(page.locator('.lane .now data').first()).toHaveText(/\d/)
}

/** How far the server is: its snapshots are counted one by one. */
async function sequence(page: Page): Promise<number> {
  const response = await page.request.get('api/v1/snapshot?view=core')
  return ((await response.json()) as { sequence: number }).sequence
}

test('shows the utilization of the GPUs and lives', async ({ page }) => {
  const seen = watch(page)
  await page.goto('GPU-Utilization')
  await living(page)

  await expect(page.getByRole('heading', { name: 'GPU utilization' })).toBeVisible()
  const numbers = page.locator('.lane .now')
  const before = await numbers.allInnerTexts()
  await expect.poll(() => numbers.allInnerTexts()).not.toEqual(before)
  expect(seen.complaints).toEqual([])
  expect([...seen.hosts]).toEqual([new URL(page.url()).host])
})

test('says that demo data are not real, for as long as they are shown', async ({ page }) => {
  await page.goto('GPU-Utilization')
  await living(page)

  await expect(page.getByText('Demo data.')).toBeVisible()
  await page.getByRole('button', { name: 'Hide for this session' }).click()
  await expect(page.getByText('Demo data.')).toBeHidden()
  await expect(page.locator('.chip')).toContainText('Demo')
})

test('a chart is painted', async ({ page }) => {
  await page.goto('GPU-Utilization')
  await living(page)

  const painted = () =>
    page.locator('.lane canvas').evaluateAll((canvases) =>
      canvases.filter((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement
        const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data
        return pixels?.some((part) => part !== 0)
      }).length,
    )
  await expect.poll(painted).toBeGreaterThan(0)
})

test('the theme is the one chosen, also after a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('GPU-Utilization')
  await living(page)
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-theme', 'dark')

  await page.keyboard.press('t')
  await page.keyboard.press('t')
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'light')
})

test('pause freezes the page and resume wakes it', async ({ page }) => {
  await page.goto('GPU-Utilization')
  await living(page)

  await page.keyboard.press('Space')
  await expect(page.locator('.chip')).toContainText('Paused')
  const shown = () => page.locator('.lane .now').allInnerTexts()
  let held: string[] = []
  // A page that was just opened may be told yet what came before it, which belongs to its last seconds.
  await expect(async () => {
    held = await shown()
    const since = await sequence(page)
    await expect.poll(() => sequence(page)).toBeGreaterThan(since + 2)
    expect(await shown()).toEqual(held)
  }).toPass()

  await page.keyboard.press('Space')
  await expect(page.locator('.chip')).not.toContainText('Paused')
  await expect.poll(shown).not.toEqual(held)
})

test('the range stands in the address', async ({ page }) => {
  await page.goto('GPU-Utilization?range=15m')
  await living(page)
  await expect(page.getByRole('button', { name: '15 min' })).toHaveAttribute('aria-pressed', 'true')

  await page.keyboard.press('[')
  await page.keyboard.press('[')
  await expect(page).toHaveURL(/range=1m/)
})

test('help lists the keys, and Escape, a button or a click beside it closes it', async ({ page }) => {
  await page.goto('GPU-Utilization')
  await living(page)
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  const ways = [
    () => page.keyboard.press('Escape'),
    () => help.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 500),
  ]
  for (const close of ways) {
    await page.keyboard.press('?')
    await expect(help).toBeVisible()
    await close()
    await expect(help).toBeHidden()
  }
  // Nobody has to sign in here.
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
})

test('keeps the past of a GPU that went away', async ({ page }) => {
  await play(page, 8, BROKEN)
  await page.goto('GPU-Utilization')
  const lost = lanes(page).nth(4)
  await expect(lost).toContainText(/GPU is lost.*since [\d:]{8}\s*last sampled [\d:]{8}/)

  await expect(lost.locator('.now')).toContainText(/\d+/)
  await expect(lost.locator('data')).toHaveCount(0)
  await expect(lost.locator('canvas')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('inside another page there is no chrome', async ({ page }) => {
  await page.goto('GPU-Utilization?embed=1')
  await living(page)

  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.locator('.chip')).toContainText('Demo')
})

test('fits every window that it is opened in', async ({ page }) => {
  for (const width of [390, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('GPU-Utilization')
    await living(page)

    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width)
  }
})

for (const theme of ['dark', 'light']) {
  test(`everybody can use the ${theme} page`, async ({ page }) => {
    await page.goto(`GPU-Utilization?theme=${theme}`)
    await living(page)

    expect(await violations(page)).toEqual([])
  })
}
