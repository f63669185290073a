import { expect, test } from '@playwright/test'
import { violations } from './page'

for (const [theme, lang, heading] of [
  ['dark', 'en', 'Page not found'],
  ['light', 'zh', '找不到页面'],
] as const) {
  test(`an unknown address is a page, and not found: ${theme}, ${lang}`, async ({ page }) => {
    const answer = await page.goto(`nothing-here?theme=${theme}&lang=${lang}`)

    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(await violations(page)).toEqual([])
    await page.locator('main a').first().click()
    await expect(page.locator('.strip')).toBeVisible()
  })
}

test('an unknown address is a problem for who is no browser', async ({ request }) => {
  const answer = await request.get('nothing-here', { headers: { Accept: 'application/json' } })

  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).toContain('application/problem+json')
})
