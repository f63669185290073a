import { expect, test, type Page } from '@playwright/test'
import { PANELS, type Panel } from '../../src/embed/panels'
import { PAGES, type PageName } from '../../src/pages'
import { address, asked, pageWidth, violations } from './page'
import { playIncidents } from './incidents'
import { play } from './recorded'
import { watch } from './watch'

const SMALL = { width: 320, height: 160 }
const PAGES_WITH_PANELS = (Object.keys(PAGES) as PageName[]).filter((page) => PANELS[page].length > 0)
/** What no demo GPU of the kind reports, and what only a machine with a single GPU shows. */
const NOTHING = 'No data for this panel.'

/** Sentences are the content of insights, and of links that are all alike. */
const CONTENT = 'main :is(canvas, data, dd, tbody td, .grid i, article h2, li p, p[role=status])'

async function open(page: Page, of: PageName, { name }: Panel, more = ''): Promise<void> {
  await page.goto(`./${address(of)}?embed=1&panel=${name}${more}`)
  const content = page.locator(CONTENT).first()
  await expect(content.or(page.getByText(NOTHING).filter({ visible: true })).first(), name).toBeAttached()
}

/** Titles, scale and times stand in the frame as it is, without scrolling. */
async function readable(page: Page, panel: Panel): Promise<void> {
  const { name } = panel
  const title = page.locator(panel.headless ? 'footer .title' : 'main :is(h2, thead th:first-child, .none b)').first()
  await expect(title, name).toBeInViewport({ ratio: 0.9 })
  await expect(title, name).toHaveText(/\S/)
  await expect(page.locator(CONTENT).filter({ visible: true }).first(), name).toBeInViewport()
  await expect(page.locator('footer .chip'), name).toBeInViewport({ ratio: 0.9 })
  if (panel.chart) {
    await expect(page.locator('main canvas').first(), name).toBeInViewport({ ratio: 0.99 })
    await expect.poll(() => bottomOfPage(page), { message: name }).toBeLessThanOrEqual(SMALL.height)
  }
}

function bottomOfPage(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight)
}

for (const of of PAGES_WITH_PANELS) {
  test(`every panel of ${of} is readable in a small frame`, async ({ page }) => {
    test.slow()
    const seen = watch(page)
    await page.setViewportSize(SMALL)
    // What the machine has to say depends on how long it runs.
    if (of === 'insights' || of === 'events') await playIncidents(page)
    const offered = PANELS[of].filter(({ solo }) => solo !== true)
    const missing: string[] = []
    for (const panel of offered) {
      await open(page, of, panel)
      expect(await pageWidth(page), panel.name).toBeLessThanOrEqual(SMALL.width)
      const isMissing = await page.getByText(NOTHING).isVisible()
      if (isMissing) missing.push(panel.name)
      else await readable(page, panel)
    }

    expect(missing).toEqual([])
    expect(seen.complaints).toEqual([])
  })
}

test('the charts of a single GPU each fill a frame', async ({ page }) => {
  await play(page, 1)
  await page.setViewportSize(SMALL)
  const solo = PANELS.overview.filter((panel) => panel.solo === true)
  for (const panel of solo) {
    await open(page, 'overview', panel)
    await readable(page, panel)
    await expect(page.locator('.solo'), panel.name).toHaveCount(1)
  }

  expect(solo.length).toBeGreaterThan(0)
})

test('a chart that several GPUs do not have says so', async ({ page }) => {
  await page.goto('./?embed=1&panel=power.draw')

  await expect(page.getByText(NOTHING)).toBeVisible()
})

for (const path of ['GPU-Resources', 'gpus/0']) {
  test(`any number of the catalogue can be drawn: ${path}`, async ({ page }) => {
    await page.setViewportSize(SMALL)
    await page.goto(`${path}?embed=1&panel=clocks.current.memory`)

    await expect(page.locator('.row h2')).toHaveText([/clock/i])
    await expect(page.locator('main canvas')).toBeInViewport({ ratio: 0.99 })
  })

  test(`a key that the catalogue does not have is no panel: ${path}`, async ({ page }) => {
    await page.goto(`${path}?embed=1&panel=clocks.of.nobody`)

    await expect(page.getByRole('heading', { name: 'No panel “clocks.of.nobody”.' })).toBeVisible()
    await expect(page.getByText(/^Available panels: .*power\.draw/)).toBeVisible()
  })
}

for (const of of PAGES_WITH_PANELS) {
  test(`an unknown panel of ${of} says which there are`, async ({ page }) => {
    await page.goto(`./${address(of)}?embed=1&panel=constructor`)

    await expect(page.getByRole('heading', { name: 'No panel “constructor”.' })).toBeVisible()
    const names = PANELS[of].map(({ name }) => name).join(', ')
    await expect(page.getByText(`Available panels: ${names}.`)).toBeVisible()
  })
}

test('a frame says which GPU it is of', async ({ page }) => {
  const [gpu] = (await asked(page, 'power.draw')).slice(-1)
  await page.goto(`./gpus/${gpu?.uuid ?? ''}?embed=1&panel=power.draw`)

  await expect(page.locator('footer .title')).toHaveText(`GPU ${gpu?.index ?? ''}`)
})

for (const [of, panel] of [
  ['resources', 'power.draw'],
  ['gpu', 'gauges'],
  ['machine', 'disks'],
] as const) {
  test(`everybody can use a panel of ${of}`, async ({ page }) => {
    await page.setViewportSize(SMALL)
    await open(page, of, { name: panel, title: { key: '' } }, '&theme=dark')

    expect(await violations(page)).toEqual([])
  })
}
