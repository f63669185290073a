import { expect, test } from '@playwright/test'
import { foreignWords } from './chinese'
import { open, play } from './recorded'

test('the words of another language are not part of the first load', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('./')
  await expect(page.getByRole('main').locator('data').first()).toHaveText(/\d/)

  expect(requested.length).toBeGreaterThan(0)
  expect(requested.filter((url) => /\/zh-/.test(url))).toEqual([])
})

test('a panel in a frame takes its language from the address', async ({ page }) => {
  await play(page, 8)
  await open(page, '?embed=1&panel=util&lang=zh')

  await expect(page.getByRole('contentinfo').getByTestId('connection')).toContainText('实时')
  expect(await foreignWords(page)).toEqual([])
})

test.describe('a browser that prefers Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('shows Chinese from the first word on, until another language is chosen', async ({ page }) => {
    await page.addInitScript(() => {
      const titles: string[] = []
      Object.assign(window, { titles })
      new MutationObserver(() => titles.push(document.querySelector('nav')?.innerText ?? '')).observe(document, {
        childList: true,
        subtree: true,
      })
    })
    await page.goto('./')
    const menu = page.getByRole('navigation').first()
    await expect(menu).toContainText('概览')
    const shown = await page.evaluate(() => (window as unknown as { titles: string[] }).titles)
    expect(shown.filter((text) => text.includes('Overview'))).toEqual([])

    await page.getByRole('combobox', { name: '语言' }).selectOption('English')
    await expect(menu).toContainText('Overview')
    await page.reload()
    await expect(menu).toContainText('Overview')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})
