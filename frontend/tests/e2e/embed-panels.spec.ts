import { expect, test } from '@playwright/test'
import { PANELS, type Panel } from '../../src/navigation/panels'
import { PAGES, type PageName } from '../../src/navigation/pages'
import { IncidentServer } from '../../src/testing/incident-server'
import { BUSY } from '../../src/testing/machine'
import { PastServer } from '../../src/testing/past'
import { address } from './page'
import { NOTHING, openPanel, panelAddress, panelIsReadable, showPanel, SMALL } from './panels'
import { answer, open, play } from './recorded'
import { isThorough } from './thorough'
import { watch } from './watch'

const PAGES_WITH_PANELS = (Object.keys(PAGES) as PageName[]).filter((page) => PANELS[page].length > 0)

for (const [index, of] of PAGES_WITH_PANELS.entries()) {
  const isLong = isThorough(index + 1)
  const offered = PANELS[of].filter(({ solo }) => solo !== true)
  const panels = isLong ? offered : offered.slice(0, 1)
  test(`panels of ${of} are readable in a small frame: ${isLong ? 'all' : 'the first'}`, async ({ page }) => {
    test.slow(isLong, 'up to 17 panels')
    const { complaints } = watch(page)
    // Insights and events of the demo depend on its uptime.
    await answer(page, new IncidentServer().handle)
    const [first, ...others] = panels
    if (first === undefined) throw new Error(`${of} has no panels`)
    await openPanel(page, of, first)
    await panelIsReadable(page, first)
    for (const panel of others) {
      await showPanel(page, panel.name)
      await panelIsReadable(page, panel)
    }
    await showPanel(page, 'constructor')
    await expect(page.getByRole('heading', { name: 'No panel “constructor”.' })).toBeVisible()
    await expect(page.getByText(`Available panels: ${PANELS[of].map(({ name }) => name).join(', ')}.`)).toBeVisible()

    expect(complaints).toEqual([])
  })
}

test('the charts of a single GPU each fill a frame', async ({ page }) => {
  await play(page, 1)
  const solo = PANELS.overview.filter((panel) => panel.solo === true)
  expect(solo.length).toBeGreaterThan(0)
  await page.setViewportSize(SMALL)
  for (const panel of solo) {
    await open(page, panelAddress('overview', panel.name))
    await panelIsReadable(page, panel)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }), panel.name).toHaveCount(1)
  }
})

test('a chart of the history fills a frame', async ({ page }) => {
  const power: Panel = { name: 'power.draw', title: { metric: 'power.draw' }, chart: true }
  await play(page, 8, BUSY)
  await answer(page, new PastServer(8).handle)
  await page.setViewportSize(SMALL)
  await open(page, `${panelAddress('history', power.name)}&range=24h`)
  await panelIsReadable(page, power)

  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Power'])
})

test('a frame draws any metric of the catalogue, and names its GPU', async ({ page }) => {
  await play(page, 8)
  await page.setViewportSize(SMALL)
  for (const path of [address('resources'), address('gpu', 'GPU-de300000-0000-4000-8000-000000000003')]) {
    await open(page, `${path}?embed=1&panel=clocks.current.memory`)
    await expect(page.getByTestId('chart-row').getByRole('heading')).toHaveText([/clock/i])
    await expect(page.getByRole('main').locator('canvas')).toBeInViewport({ ratio: 0.99 })
  }
  await expect(page.getByRole('contentinfo').getByText('GPU 3', { exact: true })).toBeInViewport()
})

test('a frame explains why it shows no panel', async ({ page }) => {
  for (const path of [address('resources'), address('gpu')]) {
    await page.goto(`${path}?embed=1&panel=clocks.of.nobody`)
    await expect(page.getByRole('heading', { name: 'No panel “clocks.of.nobody”.' })).toBeVisible()
    await expect(page.getByText(/^Available panels: .*power\.draw/)).toBeVisible()
  }
  await page.goto(`./${address('timeline')}?embed=1&panel=constructor`)
  await expect(page.getByRole('heading', { name: 'No panel “constructor”.' })).toBeVisible()

  // A machine with several GPUs has no charts of a single GPU.
  await page.goto('./?embed=1&panel=power.draw')
  await expect(page.getByText(NOTHING)).toBeVisible()
})
