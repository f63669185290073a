import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { PANELS } from '@/navigation/panels'
import { t } from '@/i18n/words'
import { PAGES, type PageName } from '@/navigation/pages'
import { complaints } from '@/testing/complaints'
import { Dashboard } from '@/testing/dashboard'

/** Entries whose address or code contains a text. */
function entries(page: Dashboard, text: string | RegExp): HTMLElement[] {
  const all = within(page.get.getByRole('main')).getAllByRole('listitem')
  return all.filter((each) =>
    typeof text === 'string' ? each.textContent.includes(text) : text.test(each.textContent),
  )
}

function entry(page: Dashboard, text: string): HTMLElement {
  const [first] = entries(page, text)
  if (first === undefined) throw new Error(`No entry of ${text}`)
  return first
}

describe('the page of frames', () => {
  it('lists every page and every panel with its HTML', async () => {
    const complained = complaints()
    const page = await Dashboard.open('/embed')

    const names = (Object.keys(PAGES) as PageName[]).filter((name) => PANELS[name].length > 0)
    for (const name of names) {
      const title = name === 'gpu' ? 'GPU 0' : t(PAGES[name].title)
      const offered = PANELS[name].filter(({ solo }) => solo !== true)
      const section = within(page.get.getByRole('region', { name: title }))
      expect(section.getAllByRole('listitem'), name).toHaveLength(offered.length + 1)
    }
    const machine = within(page.get.getByRole('region', { name: 'Machine resources' }))
    expect(machine.getAllByRole('listitem')).toHaveLength(PANELS.machine.length + 1)
    expect(entry(page, '?embed=1&panel=util')).toHaveTextContent(/<iframe src="http[^"]*\?embed=1&amp;panel=util"/)
    expect(complained()).toEqual([])
  })

  it('offers frames of the chosen GPU', async () => {
    const page = await Dashboard.open('/embed')
    expect(entries(page, 'gpus/0?embed')).toHaveLength(PANELS.gpu.length + 1)

    await page.type(page.get.getByRole('combobox', { name: 'GPU' }), '7')
    expect(page.address).toBe('/embed?gpu=7')
    expect(entries(page, 'gpus/7?embed')).toHaveLength(PANELS.gpu.length + 1)
    expect(entries(page, /gpus\/\d+\?embed=1/)).toHaveLength(PANELS.gpu.length + 1)
    expect(page.get.getByRole('heading', { name: 'GPU 7' })).toBeInTheDocument()
  })

  it('puts the chosen theme into the frames', async () => {
    const page = await Dashboard.open('/embed')
    const themes = within(page.get.getByRole('group', { name: 'Theme of the embed' }))
    await page.click(themes.getByRole('button', { name: 'light' }))
    expect(page.address).toBe('/embed?frames=light')
    const overview = within(entry(page, 'panel=overview&theme=light'))
    expect(overview.getByRole('button', { name: 'Preview' })).toHaveAttribute('aria-expanded', 'false')
    expect(overview.getByRole('button', { name: /^copy/ })).toBeInTheDocument()
  })

  it('is linked from the dialog of a page', async () => {
    const page = await Dashboard.open('/Processes')
    await page.click(page.get.getByRole('button', { name: 'Copy as' }))
    const dialog = page.get.getByRole('dialog', { name: 'Copy as' })
    expect(dialog).toHaveAttribute('open')
    await page.click(within(dialog).getByRole('link', { name: 'Embed in another page' }))

    expect(page.get.getByRole('heading', { name: 'Embed' })).toBeInTheDocument()
    expect(page.address).toBe('/embed')
    expect(dialog.isConnected && dialog.hasAttribute('open')).toBe(false)
  })
})
