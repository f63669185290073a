import { expect, test, type Page } from '@playwright/test'
import { violations } from './page'
import { watch } from './watch'

/** A gpulse that requires a sign-in, with the user anna. */
const guarded = process.env.GPULSE_GUARDED_URL ?? ''

test.skip(guarded === '', 'there is no guarded gpulse')
test.use({ baseURL: guarded })

test('redirects to the sign-in page, and after signing in back to the live page', async ({ page }) => {
  const seen = watch(page)
  await page.goto('/GPU-Memory')
  await expect(page).toHaveTitle('Sign in · gpulse')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('User').fill('anna')
  await page.getByLabel('Password').fill('lions eat gpus')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Wrong user name/)
  await page.getByLabel('User').fill('anna')
  await page.getByLabel('Password').fill('tigers eat gpus')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page).toHaveURL(/\/GPU-Memory$/)
  await expect(page.getByRole('main').locator('data').first()).toBeVisible()
  await expect(page.getByTestId('connection')).toContainText('Demo')
  expect(seen.complaints.filter((each) => !each.startsWith('Failed to load resource'))).toEqual([])
})

test('signing out ends the session', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('User').fill('anna')
  await page.getByLabel('Password').fill('tigers eat gpus')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('main').locator('data').first()).toBeVisible()

  await expect(page.getByTitle('Signed in as anna')).toHaveText(/anna$/)
  await page.getByRole('button', { name: 'Sign out' }).click()

  await expect(page.getByRole('heading')).toHaveText('Sign in')
  await expect(page.getByRole('status')).toHaveText('You are signed out.')
  expect((await page.request.get('api/v1/snapshot')).status()).toBe(401)
})

test('the sign-in page fits a phone and is translated', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login?lang=zh')

  await expect(page.getByRole('heading')).toHaveText('登录')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await violations(page)).toEqual([])
})

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('User').fill('anna')
  await page.getByLabel('Password').fill('tigers eat gpus')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('main').locator('data').first()).toBeVisible()
}

test('a page whose session has ended redirects to the sign-in page and back', async ({ page, context }) => {
  await page.goto('/login?continue=Machine-Resources%3Frange%3D5m')
  await signIn(page)

  await context.clearCookies()

  await expect(page).toHaveURL(/\/login\?continue=Machine-Resources%3Frange%3D5m$/)
  await signIn(page)
  await expect(page).toHaveURL(/\/Machine-Resources\?range=5m$/)
  await expect(page.getByTestId('connection')).toContainText('Demo')
})

test('an embed without a session does not redirect', async ({ page }) => {
  await page.goto('/GPU-Utilization?embed=1')

  await expect(page.getByTestId('connection')).toContainText('Not signed in')
  await expect(page).toHaveURL(/embed=1$/)
})

test('returning from the sign-in page without a session shows a banner and does not redirect again', async ({
  page,
}) => {
  await page.goto('/GPU-Memory')
  await expect(page).toHaveURL(/\/login\?continue=GPU-Memory$/)

  await page.goto('/GPU-Memory')
  await expect(page.getByTestId('banner')).toContainText('No access. Sign in to continue.')
  await expect(page.getByTestId('connection')).toContainText('Not signed in')
  await expect(page).toHaveURL(/\/GPU-Memory$/)
})

test('the sign-in page has the language and the colours that were chosen on the dashboard', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('gpulse.lang', 'zh')
    localStorage.setItem('gpulse.theme', 'dark')
  })
  await page.goto('/GPU-Memory')

  await expect(page).toHaveURL(/\/login\?continue=GPU-Memory&lang=zh&theme=dark$/)
  await expect(page.getByRole('heading')).toHaveText('登录')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(12, 14, 16)')
  expect(await violations(page)).toEqual([])
})
