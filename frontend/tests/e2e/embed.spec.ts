import { expect, test, type Page } from '@playwright/test'
import { violations } from './page'
import { BROKEN, play } from './recorded'
import { watch } from './watch'

const NUMBERS = { util: '.lane:not(.fleet) .now data', overview: '.c-util data' } as const

async function living(page: Page, panel: keyof typeof NUMBERS): Promise<void> {
  await expect(page.locator(NUMBERS[panel]).first()).toHaveText(/\d/)
}

for (const panel of ['util', 'overview'] as const) {
  test(`the panel ${panel} lives in a small frame`, async ({ page }) => {
    const seen = watch(page)
    await page.setViewportSize({ width: 320, height: 160 })
    await page.goto(`./?embed=1&panel=${panel}`)
    await living(page, panel)

    const numbers = page.locator(NUMBERS[panel])
    await expect(numbers).toHaveCount(8)
    const before = await numbers.allInnerTexts()
    await expect.poll(() => numbers.allInnerTexts()).not.toEqual(before)
    const [width, height] = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement
      return [scrollWidth, scrollHeight]
    })
    expect(width).toBeLessThanOrEqual(320)
    expect(height).toBeLessThanOrEqual(160)
    await expect(page.locator('footer .chip')).toBeInViewport()
    await expect(page.locator('footer')).toContainText('Demo')
    await expect(page.getByRole('navigation')).toHaveCount(0)
    expect(seen.complaints).toEqual([])
  })

  test(`the panel ${panel} fits frames of every size`, async ({ page }) => {
    await play(page, 16, BROKEN)
    await page.goto(`./?embed=1&panel=${panel}`)
    await living(page, panel)

    for (const [width, height] of [
      [320, 160],
      [390, 300],
      [640, 360],
      [960, 600],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${width}x${height}` })
        .toBeLessThanOrEqual(width)
    }
  })

  for (const theme of ['dark', 'light']) {
    test(`everybody can use the ${theme} panel ${panel}`, async ({ page }) => {
      await play(page, 8, BROKEN)
      await page.goto(`./?embed=1&panel=${panel}&theme=${theme}`)
      await living(page, panel)

      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      expect(await violations(page)).toEqual([])
    })
  }
}

test('legend, connection and host share a line, and the range is that of the address', async ({ page }) => {
  await page.setViewportSize({ width: 960, height: 600 })
  await page.goto('./?embed=1&panel=util&range=15m')
  await living(page, 'util')

  await expect(page.getByText('peak of 15 min')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 160 })
  await expect(page.locator('footer').getByText('Last 15 min')).toBeVisible()
  await expect(page.getByText('peak of 15 min')).toBeHidden()
  const box = await page.locator('footer').boundingBox()
  expect(box?.height).toBeLessThanOrEqual(30)
})

test('no key is taken from the page around it', async ({ page }) => {
  await page.goto('./?embed=1&panel=util')
  await living(page, 'util')
  const taken = await page.evaluate(() => {
    const keys = ['0', '1', ' ', 't', '?', '[', ']', '/', 'ArrowLeft', 'ArrowRight', 'Escape']
    return keys.filter(
      (key) => !document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    )
  })

  expect(taken).toEqual([])
  await expect(page.locator('.chip')).toContainText('Demo')
})
