import { within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { PANELS } from '@/navigation/panels'
import { t } from '@/i18n/words'
import { PAGES, type PageName } from '@/navigation/pages'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'

/** The entry of a panel. */
function card(page: Dashboard, of: string, panel: string): HTMLElement {
  const section = within(page.get.getByRole('region', { name: of }))
  const found = section.getAllByRole('listitem').find((each) => each.textContent.startsWith(panel))
  if (found === undefined) throw new Error(`No entry of ${panel}`)
  return found
}
/** Opens the gallery with all entries out of view: their frames are not loaded. */
async function open(path: string): Promise<Dashboard> {
  const page = await Dashboard.open('/Processes')
  vi.stubGlobal('IntersectionObserver', OutOfView)
  await page.router.push(path)
  await page.pass(600)
  return page
}

class OutOfView {
  observe(): void {}

  unobserve(): void {}

  disconnect(): void {}
}

const texts = (page: Dashboard) => page.get.getAllByRole('definition').map(textOf)

describe('the gallery of frames', () => {
  it('has every page and every panel, and loads no frame out of view', async () => {
    const complained = complaints()
    const page = await open('/embed')

    const names = (Object.keys(PAGES) as PageName[]).filter((name) => PANELS[name].length > 0)
    for (const name of names) {
      const title = name === 'gpu' ? 'GPU 0' : t(PAGES[name].title)
      const offered = PANELS[name].filter(({ solo }) => solo !== true)
      const section = within(page.get.getByRole('region', { name: title }))
      expect(section.getAllByRole('listitem'), name).toHaveLength(offered.length + 1)
    }
    expect(page.get.getByRole('main').querySelector('iframe')).toBeNull()
    expect(complained()).toEqual([])
  })

  it('opens at the panel of the link, with its time and GPUs, and has its texts to copy', async () => {
    const page = await open('/embed?page=resources&panel=power.draw&range=15m&gpus=2')

    const [url, iframe, grafana] = texts(page)
    expect(url).toContain('/GPU-Resources?embed=1&panel=power.draw&range=15m&gpus=2')
    expect(iframe).toMatch(/^<iframe src="http.*width="100%" height="240"/)
    expect(grafana).toMatch(/theme=dark.*height="100%"/)
    expect(page.get.getByRole('button', { name: /^Power/, pressed: true })).toBeInTheDocument()
    const [first] = within(page.get.getByRole('region', { name: 'GPU resources' })).getAllByRole('listitem')
    expect(first).toHaveTextContent(/^Power/)
    expect(page.get.getByRole('region', { name: 'GPU 2' })).toBeInTheDocument()
    expect(page.get.getByText(/gpulse\.security\.frame-ancestors=https:/)).toBeInTheDocument()
  })

  it('changes the texts with panel, GPU, range and theme', async () => {
    const page = await open('/embed')
    await page.click(within(card(page, 'GPU resources', 'Temperature')).getByRole('button', { name: /^Temperature/ }))
    expect(page.address).toBe('/embed?page=resources&panel=temperature.gpu')
    await page.type(page.get.getByRole('combobox', { name: 'GPUs of the frames' }), '7')
    await page.click(page.get.getByRole('button', { name: '1 min' }))
    await page.click(
      within(page.get.getByRole('group', { name: 'Theme of the frames' })).getByRole('button', { name: 'light' }),
    )

    expect(texts(page)[0]).toContain('?embed=1&panel=temperature.gpu&range=1m&gpus=7&theme=light')
    expect(page.get.getByRole('heading', { name: 'GPU 7' })).toBeInTheDocument()
  })

  it('shows the texts of a card to select where there is no clipboard', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('plain http'))
    const page = await open('/embed')
    await page.click(within(card(page, 'GPU resources', 'Temperature')).getByRole('button', { name: /^URL/ }))

    expect(page.address).toBe('/embed?page=resources&panel=temperature.gpu')
  })

  it('is opened at the panel of a page', async () => {
    const page = await Dashboard.open('/gpus/3?range=1m')
    vi.stubGlobal('IntersectionObserver', OutOfView)
    await page.click(page.get.getByRole('button', { name: 'Copy as' }))
    const dialog = page.get.getByRole('dialog', { name: 'Copy as' })
    expect(dialog).toHaveAttribute('open')
    await page.click(within(dialog).getByRole('link', { name: 'Embed in another page' }))

    expect(page.get.getByRole('heading', { name: 'Embed' })).toBeInTheDocument()
    expect(page.address).toMatch(/^\/embed\?page=gpu&.*range=1m&gpus=3$/)
    expect(texts(page)[0]).toContain('/gpus/3?embed=1&panel=')
    expect(dialog.isConnected && dialog.hasAttribute('open')).toBe(false)
  })
})
