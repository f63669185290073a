import { expect, test } from '@playwright/test'
import { BUSY } from '../../src/testing/machine'
import { pageWidth } from './page'
import { open, play, replay } from './recorded'

test('who holds GPU 4 is one click from the overview', async ({ page }) => {
  await play(page, 8, BUSY)
  await open(page, '')
  await page.getByRole('table', { name: 'GPUs' }).getByRole('link', { name: /\b4$/ }).click()
  await replay(page, 1)

  const story = page.getByTestId('story')
  await expect(story.getByRole('heading').first()).toContainText('Holds 62')
  await expect(story.getByRole('list', { name: 'Held by' }).getByRole('listitem')).toContainText('asharma')
  await expect(story).toBeInViewport({ ratio: 1 })
})

test('the story of a GPU fits a screen and a third, and nothing scrolls sideways', async ({ page }) => {
  await page.goto('gpus/0')
  await expect(page.getByRole('list', { name: 'Used by' })).toContainText('train.py')
  await expect(page.getByTestId('fold-errors')).toContainText('no uncorrected memory error')

  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1200)
  const scrolling = await page
    .getByRole('main')
    .evaluate(
      (main) =>
        Array.from(main.getElementsByTagName('*')).filter(
          (each) => getComputedStyle(each).overflowX === 'auto' && each.scrollWidth > each.clientWidth,
        ).length,
    )
  expect(scrolling).toBe(0)
  const charts = page.getByTestId('chart-row').getByRole('img')
  const heights = await charts.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)))
  expect(heights).toEqual([116, 86, 86, 86])

  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3000)
  await expect.poll(() => pageWidth(page)).toBeLessThanOrEqual(390)
})

test('the time of a zoomed range stays within the column of its chart', async ({ page }) => {
  await page.goto('gpus/0?from=2026-03-01T09:00:00Z&to=2026-03-01T09:05:00Z')
  const head = page.getByTestId('chart-row').first().locator('header')
  await expect(head).toContainText('Back')
  expect(await head.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0)
})
