import { expect, test } from '@playwright/test'
import { BROKEN } from '../../src/testing/machine'
import { pageWidth } from './page'
import { bottomOf, SMALL } from './panels'
import { open, play } from './recorded'
import { watch } from './watch'

const PANELS = ['util', 'overview'] as const
const UTILIZATION = 'data[data-metric="utilization.gpu"]'

test('the small panels are live in a small frame, without the rest of the dashboard', async ({ page }) => {
  const seen = watch(page)
  await page.setViewportSize(SMALL)
  for (const panel of PANELS) {
    await page.goto(`./?embed=1&panel=${panel}`)
    const main = page.getByRole('main')
    const numbers = main.locator(UTILIZATION).filter({ visible: true })
    await expect(numbers.first()).toHaveText(/\d/)
    await expect(main.getByRole('rowheader', { name: /\d/ }), panel).toHaveCount(8)

    const before = await numbers.allInnerTexts()
    await expect.poll(() => numbers.allInnerTexts()).not.toEqual(before)
    await expect.poll(() => pageWidth(page), { message: panel }).toBeLessThanOrEqual(SMALL.width)
    expect(await bottomOf(page), panel).toBeLessThanOrEqual(SMALL.height)
    await expect(page.getByRole('contentinfo').getByTestId('connection'), panel).toBeInViewport()
    await expect(page.getByRole('contentinfo')).toContainText('Demo')
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  expect(seen.complaints).toEqual([])
})

test('a frame has the GPUs that its address names', async ({ page }) => {
  await page.goto('./GPU-Memory?embed=1&panel=all&gpus=0')
  await expect(page.getByRole('heading', { name: /^All GPUs .*GiB/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('img', { name: /memory/i })).toBeVisible()
  await page.goto('./NVLink-Throughput?embed=1&panel=health&gpus=0,1')
  await expect(page.getByRole('button', { name: 'All (36)' })).toBeVisible()
})

test('the small panels fit frames of every size', async ({ page }) => {
  await play(page, 16, BROKEN)
  for (const panel of PANELS) {
    await open(page, `?embed=1&panel=${panel}`)
    await expect(page.getByRole('main').locator(UTILIZATION).first()).toHaveText(/\d/)
    for (const [width, height] of [
      [320, 160],
      [390, 300],
      [640, 360],
      [960, 600],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => pageWidth(page), { message: `${panel} ${width}x${height}` }).toBeLessThanOrEqual(width)
    }
  }
})

test('a frame has one line for legend, connection and host, takes its range from the address, and handles no key', async ({
  page,
}) => {
  await page.setViewportSize({ width: 960, height: 600 })
  await page.goto('./?embed=1&panel=util&range=15m')
  await expect(page.getByRole('main').locator(UTILIZATION).first()).toHaveText(/\d/)
  const line = page.getByRole('contentinfo')
  await expect(page.getByText('peak of 15 min')).toBeVisible()

  // An entry that does not fit is hidden, and not cut.
  for (let width = 500; width < 900; width += 40) {
    await page.setViewportSize({ width, height: 600 })
    const cut = () =>
      page.getByText(/^mean$|^minimum to maximum$|^peak of 15 min$/).evaluateAll((all) =>
        all.flatMap((each) => {
          const place = document.getElementById('legend')?.getBoundingClientRect()
          const { right, top } = each.getBoundingClientRect()
          return place === undefined || (top < place.bottom && right > place.right + 1) ? each.textContent : []
        }),
      )
    await expect.poll(cut, { message: String(width) }).toEqual([])
  }

  await page.setViewportSize(SMALL)
  await expect(line.getByText('Last 15 min')).toBeVisible()
  await expect(page.getByText('peak of 15 min')).toBeHidden()
  const box = await line.boundingBox()
  expect(box?.height).toBeLessThanOrEqual(30)

  const taken = await page.evaluate(() => {
    const keys = ['0', '1', ' ', 't', '?', '[', ']', '/', 'ArrowLeft', 'ArrowRight', 'Escape']
    return keys.filter(
      (key) => !document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    )
  })
  expect(taken).toEqual([])
  await expect(line.getByTestId('connection')).toContainText('Demo')
})
