import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { Dashboard } from '@/testing/dashboard'

it.each([
  ['en', 'Page not found'],
  ['zh', '找不到页面'],
])('shows a page with a link to the overview for an unknown address: %s', async (language, heading) => {
  const page = await Dashboard.open(`/nothing-here?lang=${language}`)
  const main = within(page.get.getByRole('main'))

  expect(main.getByRole('heading', { level: 1 })).toHaveTextContent(heading)
  expect(main.getByText(/\/nothing-here/)).toBeInTheDocument()
  await page.click(main.getByRole('link'))

  expect(page.address).toMatch(/^\/($|\?)/)
  expect(page.get.getAllByTestId('cell')).toHaveLength(6)
})
