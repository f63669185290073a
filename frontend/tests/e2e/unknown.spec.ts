import { expect, test } from '@playwright/test'

test('an unknown address is a page with status 404, and a problem detail for other clients', async ({
  page,
  request,
}) => {
  for (const [language, heading] of [
    ['en', 'Page not found'],
    ['zh', '找不到页面'],
  ] as const) {
    const response = await page.goto(`nothing-here?lang=${language}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await page.getByRole('main').getByRole('link').click()
    await expect(page.getByTestId('cell')).toHaveCount(6)
  }

  const response = await request.get('nothing-here', { headers: { Accept: 'application/json' } })
  expect(response.status()).toBe(404)
  expect(response.headers()['content-type']).toContain('application/problem+json')
})
